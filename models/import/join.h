// Vertices that are the same are made one: most readers give every corner of every face its own.
#pragma once

#include <assimp/Importer.hpp>

namespace ulna {

/// Joins the vertices of each mesh of the importer's scene that agree in position, normal, texture
/// coordinates, colours, and in all influences, bit for bit. Assimp's own step leaves the
/// influences out of account, and sews up lips that touch.
void join_equal_vertices(Assimp::Importer& importer);

} // namespace ulna
