// Node runs this: it loads a WebAssembly module as a port, and hands it to the worker, an addon.
'use strict';
const fs = require('fs');
const worker = require('./ulna-worker-wasm.node');
const {EXCEPTION, encoded, importsIn, sections, withOwnSizes} = require('./ulna-worker-wasm-sizes.cjs');

const GROWN_AT = 0xc2000000; // engine.h: kEnd; in the page behind the arena
const PAGES = GROWN_AT / 65536 + 1;
const MOST_OF_ITS_OWN = 0x10000000 / 65536; // and kBegin

/** The limits of the module's memory, imported or its own, and the size of their section. */
function memoryOf(bytes) {
  for (const {id, size, inside} of sections(bytes)) {
    if (id === 2) {
      for (const {kind, limits} of importsIn(inside)) {
        if (kind === EXCEPTION)
          throw new Error('it imports an exception; build it with -fno-exceptions');
        if (limits) return {size, limits};
      }
    }
    if (id === 5 && inside.number() > 0) return {size, limits: inside.limits()};
  }
  return null;
}

/**
 * Where the module's data begins and ends that has an address of its own; from 0 where it has
 * none, or begins in a way that no linker for C writes.
 */
function placeOfData(bytes) {
  const place = {begin: 2 ** 32, end: 0};
  for (const {id, inside} of sections(bytes)) {
    if (id !== 11) continue;
    for (let left = inside.number(); left > 0; --left) {
      const flags = inside.number();
      if (flags === 2) inside.number();
      let begin = null;
      if (flags !== 1) {
        if (inside.byte() !== 0x41) return {begin: 0, end: 0}; // i32.const
        begin = inside.signed() >>> 0;
        if (inside.byte() !== 0x0b) return {begin: 0, end: 0};
      }
      const length = inside.number();
      inside.skip(length);
      if (begin === null) continue;
      place.begin = Math.min(place.begin, begin);
      place.end = Math.max(place.end, begin + length);
    }
  }
  return {begin: place.end === 0 ? 0 : place.begin, end: place.end};
}

/** The module with memory for the arena, of which it sees what it declares. */
function withRoom(bytes) {
  if (bytes.length < 8 || !bytes.subarray(0, 8).equals(Buffer.from('\0asm\x01\0\0\0', 'latin1')))
    throw new Error('invalid module: it does not begin as version 1 of WebAssembly does');
  const found = memoryOf(bytes);
  if (!found) throw new Error('it has no memory; get the whole file, or link it with wasm-ld');
  const {limits} = found;
  if (limits.flags & 2) throw new Error('its memory is shared; link it without threads');
  if (limits.flags & 4) throw new Error('it has 64-bit addresses; build it for wasm32');
  if (limits.least > MOST_OF_ITS_OWN)
    throw new Error(`it begins with ${limits.least / 16} MB of memory; link it with 256 at most`);
  const data = placeOfData(bytes);
  if (data.end > limits.least * 65536)
    throw new Error('invalid module: its data reaches beyond its memory');
  if (!WebAssembly.validate(bytes)) compiled(bytes); // which says what is wrong with it
  const seen = {declared: limits.least, most: Math.min(limits.most, MOST_OF_ITS_OWN), at: GROWN_AT};
  return {bytes: withOwnSizes(withLimits(bytes, found), seen), declared: limits.least,
          beginOfData: data.begin};
}

/** Its memory has PAGES, and no maximum. */
function withLimits(bytes, {size, limits}) {
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
    const why = error.message.replace(/^WebAssembly\.Module\(\): /, '');
    throw new Error(`invalid module: ${why}; ` + (!hasRelaxed() && /opcode|relaxed/.test(why)
        ? 'relaxed SIMD wants relaxed-simd in cpu_features, and Node 20 or newer'
        : 'get the whole file, or build it without what this Node lacks'));
  }
}

/** What the port's own code does while it is loaded. */
function during(what, step) {
  try {
    return step();
  } catch (error) {
    throw new Error(`${what} ended in ${error}`);
  }
}

/** Other modules may export globals of the names that C's linker uses. */
const isAddress = (global, end) =>
    typeof global.value === 'number' && global.value > 0 && global.value <= end;

const isVariable = (global) => {
  try {
    global.value = global.value;
    return true;
  } catch {
    return false;
  }
};

/**
 * A function that calls the one at an index of the table, its first argument, with the others, as C
 * does: one of another type traps. The type is as "iif>i": two int32 and a float, an int32 returned.
 */
function callerOf(table, type) {
  const [parameters, results] =
      type.split('>').map((text) => [...text].map((kind) => kind === 'f' ? 0x7d : 0x7f));
  const list = (values) => [values.length, ...values];
  const section = (id, content) => [id, ...encoded(content.length), ...content];
  const body = [0, ...parameters.flatMap((_, i) => [0x20, i + 1]), 0x20, 0, 0x11, 0, 0, 0x0b];
  const module = new WebAssembly.Module(Uint8Array.from([
    ...Buffer.from('\0asm\x01\0\0\0', 'latin1'),
    ...section(1, [2, 0x60, ...list(parameters), ...list(results),
                   0x60, ...list([0x7f, ...parameters]), ...list(results)]),
    ...section(2, [1, 0, 0, 1, 0x70, 0, 0]), // a table
    ...section(3, [1, 1]), ...section(7, [1, 1, 0x66, 0, 0]),
    ...section(10, [1, ...encoded(body.length), ...body])]));
  return new WebAssembly.Instance(module, {'': {'': table}}).exports.f;
}

function load(path) {
  let memory;
  const {bytes, declared, beginOfData} = withRoom(fs.readFileSync(path));
  const module = compiled(bytes);
  const imports = importsOf(module, () => memory);
  const instance = during('its start function', () => new WebAssembly.Instance(module, imports));
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
  if (!memory) throw new Error('it does not export its memory; link it with -Wl,--export-memory');
  if (instance.exports._start)
    throw new Error('it is a program; link it with -mexec-model=reactor, or --no-entry');
  during('its _initialize', () => instance.exports._initialize?.());
  const port = during('its ulna_port_v1', entry);
  if (typeof port !== 'number')
    throw new Error('ulna_port_v1 returns no address; declare it as ulna/port.h does');
  const functionAt = (index) => index < table.length ? table.get(index) : null;
  const globals = Object.fromEntries(all.filter(
      ([, value]) => value instanceof WebAssembly.Global && isAddress(value, declared * 65536)));
  if (globals.__stack_pointer && !isVariable(globals.__stack_pointer)) delete globals.__stack_pointer;
  return {bytes: memory.buffer, port: port >>> 0, globals, declared, beginOfData, functionAt,
          callerOf: (type) => callerOf(table, type)};
}

/** What it throws are words for people. */
function loadOrSay(path) {
  try {
    return load(path);
  } catch (error) {
    throw error.constructor === Error ? error.message : String(error);
  }
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
worker.work(process.argv[2], loadOrSay, (~1 | (hasRelaxed() ? 1 : 0)) >>> 0);
