// A module's memory holds ulna's arena besides what the module declares. So that it sees its own
// alone, memory.size and memory.grow are replaced by code that counts what it grows by in a word of
// the page behind the arena; the worker gives it those pages when it touches them (growth.cpp).
'use strict';

/** Reads what a module's bytes say, from a place on. */
class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }
  byte() {
    if (this.at >= this.bytes.length) throw new Error('invalid module: it ends too early; get the whole file');
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
  text() {
    const length = this.number();
    this.skip(length);
    return Buffer.from(this.bytes.subarray(this.at - length, this.at)).toString('latin1');
  }
  signed() { // signed LEB128 of 32 bits, or of 64 that nobody asks for
    let value = 0;
    for (let shift = 0;; shift += 7) {
      const byte = this.byte();
      if (shift < 32) value |= (byte & 0x7f) << shift;
      if (byte >= 0x80) continue;
      return shift < 25 && byte & 0x40 ? value | (-1 << (shift + 7)) : value;
    }
  }
  limits() {
    const begin = this.at;
    const flags = this.byte();
    const least = this.number();
    const most = flags & 1 ? this.number() : 65536;
    return {begin, end: this.at, flags, least, most};
  }
}

const FUNCTION = 0, MEMORY = 2, EXCEPTION = 4; // kinds of what is imported

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
    if (size.end + size.value > bytes.length)
      throw new Error('invalid module: it ends too early; get the whole file');
    yield {id, size, inside: new Reader(bytes, reader.at)};
    reader.skip(size.value);
  }
}

/** What the module imports, by kind; of a memory its limits. `inside` reads the section. */
function* importsIn(inside) {
  for (let left = inside.number(); left > 0; --left) {
    inside.name();
    inside.name();
    const kind = inside.byte();
    let limits = null;
    switch (kind) {
    case FUNCTION: inside.number(); break;
    case 1: inside.byte(); inside.limits(); break;
    case MEMORY: limits = inside.limits(); break;
    case 3: inside.skip(2); break;
    default: inside.skip(1); inside.number();
    }
    yield {kind, limits};
  }
}

const signed = (value) => {
  const bytes = [];
  for (value |= 0;; value >>= 7) {
    const byte = value & 0x7f;
    if (value >> 6 === (byte & 0x40 ? -1 : 0)) return [...bytes, byte];
    bytes.push(byte | 0x80);
  }
};

/** Steps over what belongs to an instruction, by the operators of the specification. */
function skipOperands(reader, code) {
  const numbers = (count) => { for (; count > 0; --count) reader.number(); };
  const memory = () => { if (reader.number() & 0x40) reader.number(); skipLong(reader); };
  if (code >= 0x28 && code <= 0x3e) return memory();
  switch (code) {
  case 0x02: case 0x03: case 0x04: case 0x06: return skipLong(reader); // the type of a block
  case 0x07: case 0x08: case 0x09: case 0x0c: case 0x0d: case 0x10: case 0x12: case 0x14: case 0x15:
  case 0x18: case 0x20: case 0x21: case 0x22: case 0x23: case 0x24: case 0x25: case 0x26:
  case 0x3f: case 0x40: case 0xd2: case 0xd5: case 0xd6: return numbers(1);
  case 0x11: case 0x13: return numbers(2);
  case 0x0e: return numbers(reader.number() + 1);
  case 0x1c: return reader.skip(reader.number());
  case 0x1f: // try_table
    skipLong(reader);
    for (let left = reader.number(); left > 0; --left) numbers(reader.byte() < 2 ? 2 : 1);
    return;
  case 0x41: case 0x42: case 0xd0: return skipLong(reader);
  case 0x43: return reader.skip(4);
  case 0x44: return reader.skip(8);
  case 0xfb: throw new Error('it has objects of the garbage collector; build it for C');
  case 0xfc: {
    const operands = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1][reader.number()];
    return numbers(operands ?? 0);
  }
  case 0xfd: {
    const vector = reader.number();
    if (vector <= 11 || vector === 92 || vector === 93) return memory();
    if (vector === 12 || vector === 13) return reader.skip(16);
    if (vector >= 21 && vector <= 34) return reader.skip(1);
    if (vector >= 84 && vector <= 91) { memory(); reader.skip(1); }
    return;
  }
  case 0xfe:
    if (reader.number() === 3) return reader.skip(1);
    return memory();
  }
}

/** A number of any length, whose value nobody asks for. */
function skipLong(reader) {
  while (reader.byte() >= 0x80);
}

/** A function's code, from its declared variables on, with the two instructions replaced. */
function replaced(reader, end, {size, grow}) {
  const parts = [];
  let copied = reader.at;
  for (let left = reader.number(); left > 0; --left) { // groups of variables
    reader.number();
    if (reader.byte() === 0x63 || reader.bytes[reader.at - 1] === 0x64) skipLong(reader);
  }
  while (reader.at < end) {
    const at = reader.at;
    const code = reader.byte();
    skipOperands(reader, code);
    if ((code !== 0x3f && code !== 0x40) || reader.bytes[at + 1] !== 0) continue;
    parts.push(reader.bytes.subarray(copied, at), Buffer.from(code === 0x3f ? size : grow));
    copied = reader.at;
  }
  parts.push(reader.bytes.subarray(copied, end));
  return Buffer.concat(parts);
}

/** The function that grows the memory, for the code section. */
function growing({declared, most, at}) {
  const word = [0x41, ...signed(at)]; // i32.const
  const load = [...word, 0x28, 2, 0], pages = [0x41, ...signed(declared), 0x6a];
  const body = [1, 2, 0x7f, // two variables: what it has grown by, and what it has
    ...load, 0x22, 1, ...pages, 0x21, 2,
    0x20, 0, 0x41, ...signed(most), 0x20, 2, 0x6b, 0x4b, // more than most - pages
    0x04, 0x7f, 0x41, 0x7f, 0x05, // -1, or else
    ...word, 0x20, 1, 0x20, 0, 0x6a, 0x36, 2, 0, 0x20, 2, 0x0b, 0x0b];
  return Buffer.from([...encoded(body.length), ...body]);
}

/** With one entry more in a section that begins with their count. */
const withOneMore = (reader, end, entry) => {
  const count = reader.number();
  return Buffer.concat([Buffer.from(encoded(count + 1)), reader.bytes.subarray(reader.at, end),
                        Buffer.from(entry)]);
};

const STACK_POINTER = '__stack_pointer';

/** The index that the module's names give C's stack pointer: null without names, -1 if none. */
function namedStackPointer(bytes) {
  for (const {id, size, inside} of sections(bytes)) {
    if (id !== 0 || inside.text() !== 'name') continue;
    for (let next; inside.at < size.end + size.value; inside.at = next) {
      const kind = inside.byte(), length = inside.number();
      next = inside.at + length;
      if (kind !== 7) continue; // not of globals
      for (let left = inside.number(); left > 0; --left) {
        const index = inside.number();
        if (inside.text() === STACK_POINTER) return index;
      }
    }
    return -1;
  }
  return null;
}

function exportsIt(bytes) {
  for (const {id, inside} of sections(bytes)) {
    if (id !== 7) continue;
    for (let left = inside.number(); left > 0; --left) {
      if (inside.text() === STACK_POINTER) return true;
      inside.byte();
      inside.number();
    }
  }
  return false;
}

/** Whether it keeps an address, or another int32, where the judge does not see it. */
function hasVariables(bytes) {
  for (const {id, inside} of sections(bytes)) {
    if (id !== 6) continue;
    for (let left = inside.number(); left > 0; --left) {
      const isInt32 = inside.byte() === 0x7f, isVariable = inside.byte() === 1;
      if (isInt32 && isVariable) return true;
      for (let code; (code = inside.byte()) !== 0x0b;) skipOperands(inside, code);
    }
  }
  return false;
}

/** An export of C's stack pointer, where the module has one and does not export it; or null. */
function exportOfStackPointer(bytes) {
  if (exportsIt(bytes)) return null;
  const index = namedStackPointer(bytes);
  if (index === null && hasVariables(bytes))
    throw new Error(`it does not export ${STACK_POINTER}, and has no names to find it by; link it ` +
                    `with -Wl,--export=${STACK_POINTER}`);
  return index === null || index < 0 ? null
      : [STACK_POINTER.length, ...Buffer.from(STACK_POINTER), 3, ...encoded(index)];
}

/**
 * The module, which takes its memory to have as many pages as it declares, and those that it has
 * grown by; at most so many. The word at `at` counts the latter. It exports its stack pointer.
 */
function withOwnSizes(bytes, seen) {
  let functions = 0, types = 0;
  for (const {id, inside} of sections(bytes)) {
    if (id === 1) types = inside.number();
    if (id === 2) functions += [...importsIn(inside)].filter(({kind}) => kind === FUNCTION).length;
    if (id === 3) functions += inside.number();
  }
  const size = [0x41, ...signed(seen.at), 0x28, 2, 0, 0x41, ...signed(seen.declared), 0x6a];
  const code = {size, grow: [0x10, ...encoded(functions)]};
  const stackPointer = exportOfStackPointer(bytes);
  const parts = [bytes.subarray(0, 8)];
  for (const {id, size: {begin, value, end}, inside} of sections(bytes)) {
    let content = bytes.subarray(end, end + value);
    if (id === 1) content = withOneMore(inside, end + value, [0x60, 1, 0x7f, 1, 0x7f]);
    if (id === 3) content = withOneMore(inside, end + value, encoded(types));
    if (id === 7 && stackPointer) content = withOneMore(inside, end + value, stackPointer);
    if (id === 10) {
      const bodies = [];
      const count = inside.number();
      for (let left = count; left > 0; --left) {
        const length = inside.number();
        const body = replaced(inside, inside.at + length, code);
        bodies.push(Buffer.from(encoded(body.length)), body);
      }
      content = Buffer.concat([Buffer.from(encoded(count + 1)), ...bodies, growing(seen)]);
    }
    parts.push(bytes.subarray(begin - 1, begin), Buffer.from(encoded(content.length)), content);
  }
  return Buffer.concat(parts);
}

module.exports = {EXCEPTION, encoded, importsIn, sections, withOwnSizes};
