// Node runs this: it loads a WebAssembly module as a port, and hands it to the worker, an addon.
'use strict';
const fs = require('fs');
const worker = require('./ulna-worker-wasm.node');

// engine.h: kEnd, and a page more: a malloc that takes all memory there is for its heap writes at
// its end.
const PAGES = 0xc2000000 / 65536 + 1;
const MOST_OF_ITS_OWN = 0x10000000 / 65536; // and kBegin

/** Reads what a module's bytes say, from a place on. */
class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }
  byte() {
    if (this.at >= this.bytes.length) throw new Error('invalid module: it ends too early');
    return this.bytes[this.at++];
  }
  number() { // unsigned LEB128; all here have 32 bits
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw new Error('invalid module: a number is too long');
  }
  skip(count) { this.at += count; }
  name() { this.skip(this.number()); }
  limits() {
    const begin = this.at;
    const flags = this.byte();
    const least = this.number();
    if (flags & 1) this.number();
    return {begin, end: this.at, flags, least};
  }
}

const encoded = (value) => {
  const bytes = [];
  for (; value >= 0x80; value = Math.floor(value / 128)) bytes.push(value % 128 | 0x80);
  return [...bytes, value];
};

/** The module's sections: the number of each, its size, and a reader of what is in it. */
function* sections(bytes) {
  const reader = new Reader(bytes, 8);
  while (reader.at < bytes.length) {
    const id = reader.byte();
    const size = {begin: reader.at, value: reader.number()};
    size.end = reader.at;
    yield {id, size, inside: new Reader(bytes, reader.at)};
    reader.skip(size.value);
  }
}

/** The limits of the module's memory, imported or its own, and the size of their section. */
function memoryOf(bytes) {
  for (const {id, size, inside} of sections(bytes)) {
    if (id === 2) {
      for (let left = inside.number(); left > 0; --left) {
        inside.name();
        inside.name();
        switch (inside.byte()) {
        case 0: inside.number(); break;
        case 1: inside.byte(); inside.limits(); break;
        case 2: return {size, limits: inside.limits()};
        case 3: inside.skip(2); break;
        default: throw new Error('invalid module: it imports what no kernel needs');
        }
      }
    }
    if (id === 5 && inside.number() > 0) return {size, limits: inside.limits()};
  }
  return null;
}

/**
 * Where the module's data begins that has an address of its own; 0 where it has none, or begins
 * in a way that no linker for C writes.
 */
function beginOfData(bytes) {
  let lowest = 2 ** 32;
  for (const {id, inside} of sections(bytes)) {
    if (id !== 11) continue;
    for (let left = inside.number(); left > 0; --left) {
      const flags = inside.number();
      if (flags === 2) inside.number();
      if (flags !== 1) {
        if (inside.byte() !== 0x41) return 0; // i32.const
        lowest = Math.min(lowest, inside.number());
        if (inside.byte() !== 0x0b) return 0;
      }
      inside.name(); // its bytes
    }
  }
  return lowest === 2 ** 32 ? 0 : lowest;
}

/** The module with memory for the arena: at least PAGES, and no maximum. */
function withRoom(bytes) {
  if (bytes.length < 8 || !bytes.subarray(0, 8).equals(Buffer.from('\0asm\x01\0\0\0', 'latin1')))
    throw new Error('invalid module: it does not begin as version 1 of WebAssembly does');
  const found = memoryOf(bytes);
  if (!found) throw new Error('it has no memory; link it without --no-memory');
  const {size, limits} = found;
  if (limits.flags & 2) throw new Error('its memory is shared; link it without threads');
  if (limits.flags & 4) throw new Error('it has 64-bit addresses; build it for wasm32');
  if (limits.least > MOST_OF_ITS_OWN)
    throw new Error(`it begins with ${limits.least / 16} MB of memory; link it with 256 at most`);
  const room = [0, ...encoded(PAGES)];
  const grown = size.value - (limits.end - limits.begin) + room.length;
  return Buffer.concat([bytes.subarray(0, size.begin), Buffer.from(encoded(grown)),
                        bytes.subarray(size.end, limits.begin), Buffer.from(room),
                        bytes.subarray(limits.end)]);
}

/** What WASI and Emscripten offer that a library calls before it ends: to print why. */
function offered(memory) {
  const fd_write = (fd, vectors, count, written) => {
    const view = new DataView(memory().buffer);
    let sum = 0;
    for (let i = 0; i < count; ++i) {
      const at = view.getUint32(vectors + 8 * i, true);
      const length = view.getUint32(vectors + 8 * i + 4, true);
      fs.writeSync(2, new Uint8Array(view.buffer, at, length));
      sum += length;
    }
    view.setUint32(written, sum, true);
    return 0;
  };
  return {
    wasi_snapshot_preview1: {fd_write},
    env: {emscripten_notify_memory_growth() {}},
  };
}

/** Values for all that the module imports. */
function importsOf(module, memory) {
  const ours = offered(memory);
  const imports = {};
  for (const {module: from, name, kind} of WebAssembly.Module.imports(module)) {
    const values = imports[from] ??= {};
    switch (kind) {
    case 'function':
      values[name] = ours[from]?.[name] ??
          (() => { throw new Error(`it called ${from}.${name}, which no kernel needs`); });
      break;
    case 'memory': values[name] = new WebAssembly.Memory({initial: PAGES}); break;
    case 'table': values[name] = new WebAssembly.Table({initial: 1024, element: 'anyfunc'}); break;
    default: throw new Error(`it imports the ${kind} ${from}.${name}; link it as a whole module`);
    }
  }
  return imports;
}

function compiled(bytes) {
  try {
    return new WebAssembly.Module(bytes);
  } catch (error) {
    if (!hasRelaxed() && /opcode|relaxed/.test(error.message))
      error.message += '; relaxed SIMD wants relaxed-simd in cpu_features, and Node 20 or newer';
    throw error;
  }
}

function load(path) {
  let memory;
  const bytes = fs.readFileSync(path);
  const module = compiled(withRoom(bytes));
  const imports = importsOf(module, () => memory);
  const instance = new WebAssembly.Instance(module, imports);
  const all = [...Object.entries(instance.exports),
               ...Object.values(imports).flatMap((values) => Object.entries(values))];
  const first = (type) => all.map(([, value]) => value).find((value) => value instanceof type);
  memory = first(WebAssembly.Memory);
  const table = first(WebAssembly.Table);
  const entry = instance.exports.ulna_port_v1;
  if (typeof entry !== 'function')
    throw new Error('it does not export ulna_port_v1; link it with -Wl,--export=ulna_port_v1');
  if (!table)
    throw new Error('it does not export its table of functions; link it with -Wl,--export-table');
  if (!memory) throw new Error('it does not export its memory; link it without --no-export-memory');
  if (instance.exports._start)
    throw new Error('it is a program; link it with -mexec-model=reactor, or --no-entry');
  instance.exports._initialize?.();
  const port = entry() >>> 0;
  const globals = Object.fromEntries(all.filter(([, value]) => value instanceof WebAssembly.Global));
  return {bytes: memory.buffer, port, globals, beginOfData: beginOfData(bytes),
          functionAt: (index) => table.get(index)};
}

/** Whether the engine takes relaxed SIMD: f32x4.relaxed_madd of three constants. */
function hasRelaxed() {
  const constant = [0xfd, 0x0c, ...new Array(16).fill(0)];
  const body = [0, ...constant, ...constant, ...constant, 0xfd, 0x85, 0x02, 0x0b];
  return WebAssembly.validate(Uint8Array.from([
    ...Buffer.from('\0asm\x01\0\0\0', 'latin1'), 1, 5, 1, 0x60, 0, 1, 0x7b, 3, 2, 1, 0,
    10, body.length + 2, 1, body.length, ...body]));
}

// feature_bits.h: kWasmFeatures, of which the first is relaxed SIMD.
worker.work(process.argv[2], load, (~1 | (hasRelaxed() ? 1 : 0)) >>> 0);
