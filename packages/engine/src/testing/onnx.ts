/*
 * Writes ONNX files, as far as tiny models need it: protocol buffers with the field numbers of onnx.proto3 (IR version 8, operator set 13).
 * https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
 */

/** Element types of tensors, as onnx.proto numbers them. */
const elementTypes = { float: 1, int64: 7, bool: 9 } as const

export interface OnnxTensor {
  readonly name: string
  readonly dims: readonly number[]
  readonly data: readonly number[]
  readonly type?: 'float' | 'int64'
  /** Path of the external file that contains the numbers. */
  readonly external?: { readonly location: string; readonly length: number }
}

export interface OnnxNode {
  readonly op: string
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  readonly attributes?: Readonly<Record<string, number | readonly number[]>>
}

export interface OnnxValue {
  readonly name: string
  readonly type?: keyof typeof elementTypes
  /** Fixed sizes, or names of sizes that vary from call to call. */
  readonly dims: readonly (number | string)[]
}

export interface OnnxGraph {
  readonly inputs: readonly OnnxValue[]
  readonly outputs: readonly OnnxValue[]
  readonly nodes: readonly OnnxNode[]
  readonly weights: readonly OnnxTensor[]
}

/** The bytes of a `.onnx` file. */
export function onnxFile(graph: OnnxGraph): Buffer {
  const body = Buffer.concat([
    ...graph.nodes.map((node) => bytes(1, nodeProto(node))),
    text(2, 'tiny'),
    ...graph.weights.map((weight) => bytes(5, tensorProto(weight))),
    ...graph.inputs.map((value) => bytes(11, valueProto(value))),
    ...graph.outputs.map((value) => bytes(12, valueProto(value))),
  ])
  return Buffer.concat([number(1, 8), bytes(7, body), bytes(8, Buffer.concat([text(1, ''), number(2, 13)]))])
}

function nodeProto({ op, inputs, outputs, attributes = {} }: OnnxNode): Buffer {
  return Buffer.concat([
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(4, op),
    ...Object.entries(attributes).map(([name, value]) => bytes(5, attributeProto(name, value))),
  ])
}

function attributeProto(name: string, value: number | readonly number[]): Buffer {
  if (typeof value === 'number') return Buffer.concat([text(1, name), number(3, value), number(20, 2)])
  return Buffer.concat([text(1, name), ...value.map((item) => number(8, item)), number(20, 7)])
}

function tensorProto({ name, dims, data, type = 'float', external }: OnnxTensor): Buffer {
  const head = [...dims.map((size) => number(1, size)), number(2, elementTypes[type]), text(8, name)]
  if (external) {
    const entries = { location: external.location, offset: '0', length: String(external.length) }
    return Buffer.concat([
      ...head,
      ...Object.entries(entries).map(([key, value]) => bytes(13, Buffer.concat([text(1, key), text(2, value)]))),
      number(14, 1),
    ])
  }
  const raw = type === 'float' ? Buffer.from(Float32Array.from(data).buffer) : Buffer.from(BigInt64Array.from(data.map(BigInt)).buffer)
  return Buffer.concat([...head, bytes(9, raw)])
}

function valueProto({ name, type = 'float', dims }: OnnxValue): Buffer {
  const shape = Buffer.concat(dims.map((size) => bytes(1, typeof size === 'number' ? number(1, size) : text(2, size))))
  return Buffer.concat([text(1, name), bytes(2, bytes(1, Buffer.concat([number(1, elementTypes[type]), bytes(2, shape)])))])
}

function number(field: number, value: number): Buffer {
  return Buffer.concat([varint(BigInt(field << 3)), varint(BigInt.asUintN(64, BigInt(value)))])
}

function text(field: number, value: string): Buffer {
  return bytes(field, Buffer.from(value))
}

function bytes(field: number, value: Buffer): Buffer {
  return Buffer.concat([varint(BigInt((field << 3) | 2)), varint(BigInt(value.length)), value])
}

function varint(value: bigint): Buffer {
  const parts: number[] = []
  let rest = value
  for (; rest > 0x7fn; rest >>= 7n) parts.push(Number(rest & 0x7fn) | 0x80)
  parts.push(Number(rest))
  return Buffer.from(parts)
}
