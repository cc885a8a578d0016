/*
 * The smallest models that say something true, written as ONNX by hand (onnx.proto3 of ONNX 1.17): a browser runs them as it runs large ones.
 */

/** A field of a protocol buffer: bytes, a text or a nested message; or a number. */
type Field = readonly [number: number, value: Uint8Array | string | number]

function message(...fields: readonly Field[]): Uint8Array {
  return Buffer.concat(
    fields.flatMap(([number, value]) => {
      if (typeof value === 'number') return [varint(number << 3), varint(value)]
      const bytes = typeof value === 'string' ? Buffer.from(value) : value
      return [varint((number << 3) | 2), varint(bytes.length), bytes]
    }),
  )
}

function varint(value: number): Uint8Array {
  const bytes: number[] = []
  let rest = BigInt.asUintN(64, BigInt(value))
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80)
  return Uint8Array.from([...bytes, Number(rest)])
}

/** A tensor's name, element type 1 (float), and its sides, by name or number. */
function value(name: string, sides: readonly (string | number)[]): Uint8Array {
  const shape = message(...sides.map((side): Field => [1, typeof side === 'number' ? message([1, side]) : message([2, side])]))
  return message([1, name], [2, message([1, message([1, 1], [2, shape])])])
}

/**
 * An image classifier whose logits are ten times the mean of each colour channel: it says whether a picture is mostly red, green or blue. With the
 * files of a repo that transformers.js loads.
 */
export function meanColourModel(): Record<string, string | Uint8Array> {
  const axes = message([1, 'axes'], [20, 7], [8, 2], [8, 3])
  const keep = message([1, 'keepdims'], [20, 2], [3, 0])
  const mean = message([1, 'pixel_values'], [2, 'mean'], [4, 'ReduceMean'], [5, axes], [5, keep])
  const ten = message([2, 1], [8, 'ten'], [9, new Uint8Array(Float32Array.of(10).buffer)])
  const scale = message([1, 'mean'], [1, 'ten'], [2, 'logits'], [4, 'Mul'])
  const graph = message(
    [1, mean],
    [1, scale],
    [2, 'mean-colour'],
    [5, ten],
    [11, value('pixel_values', ['batch', 3, 'height', 'width'])],
    [12, value('logits', ['batch', 3])],
  )
  const model = message([1, 8], [8, message([1, ''], [2, 13])], [7, graph])
  return {
    'config.json': JSON.stringify({
      model_type: 'vit',
      architectures: ['ViTForImageClassification'],
      id2label: { 0: 'red', 1: 'green', 2: 'blue' },
      label2id: { red: 0, green: 1, blue: 2 },
    }),
    'preprocessor_config.json': JSON.stringify({
      image_processor_type: 'ViTImageProcessor',
      do_resize: true,
      size: { width: 32, height: 32 },
      do_rescale: true,
      rescale_factor: 1 / 255,
      do_normalize: false,
      resample: 2,
    }),
    'onnx/model.onnx': model,
  }
}
