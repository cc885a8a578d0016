/* The smallest models with meaningful output, written as ONNX by hand (onnx.proto3 of ONNX 1.17): a browser runs them the same way as large ones. */

/** A protocol buffer field: bytes, a text or a nested message; or a number. */
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

/** Describes a tensor by its name, its dimensions, by name or number, and its element type: 1 is float, 7 is int64. */
function value(name: string, sides: readonly (string | number)[], element = 1): Uint8Array {
  const shape = message(...sides.map((side): Field => [1, typeof side === 'number' ? message([1, side]) : message([2, side])]))
  return message([1, name], [2, message([1, message([1, element], [2, shape])])])
}

/**
 * An image classifier whose logits are ten times the mean of each color channel: it classifies an image as mostly red, green or blue. Includes the
 * other files that transformers.js loads from a repo.
 */
export function meanColorModel(): Record<string, string | Uint8Array> {
  const axes = message([1, 'axes'], [20, 7], [8, 2], [8, 3])
  const keep = message([1, 'keepdims'], [20, 2], [3, 0])
  const mean = message([1, 'pixel_values'], [2, 'mean'], [4, 'ReduceMean'], [5, axes], [5, keep])
  const ten = message([2, 1], [8, 'ten'], [9, new Uint8Array(Float32Array.of(10).buffer)])
  const scale = message([1, 'mean'], [1, 'ten'], [2, 'logits'], [4, 'Mul'])
  const graph = message(
    [1, mean],
    [1, scale],
    [2, 'mean-color'],
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

/**
 * A token classifier: each token of a nine-word vocabulary has its label. `Ahoy Skarv` is a greeting and a place. Includes a tokenizer that splits at
 * spaces.
 */
export function wordNamingModel(): Record<string, string | Uint8Array> {
  const vocabulary = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', 'ahoy', 'skarv', 'ingrid', 'sails', 'to']
  const labels = ['O', 'B-LOC', 'B-PER']
  const label: Readonly<Record<string, number>> = { skarv: 1, ingrid: 2 }
  const table = Float32Array.from(vocabulary.flatMap((word) => labels.map((_, i) => (i === (label[word] ?? 0) ? 8 : 0))))
  const weights = message([1, vocabulary.length], [1, labels.length], [2, 1], [8, 'table'], [9, new Uint8Array(table.buffer)])
  const gather = message([1, 'table'], [1, 'input_ids'], [2, 'logits'], [4, 'Gather'])
  const graph = message(
    [1, gather],
    [2, 'word-naming'],
    [5, weights],
    [11, value('input_ids', ['batch', 'length'], 7)],
    [12, value('logits', ['batch', 'length', labels.length])],
  )
  const special = (id: number, content: string) => ({
    id,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  })
  return {
    'config.json': JSON.stringify({
      model_type: 'bert',
      architectures: ['BertForTokenClassification'],
      id2label: Object.fromEntries(labels.map((name, i) => [i, name])),
      label2id: Object.fromEntries(labels.map((name, i) => [name, i])),
    }),
    'tokenizer_config.json': JSON.stringify({
      tokenizer_class: 'BertTokenizer',
      do_lower_case: true,
      pad_token: '[PAD]',
      unk_token: '[UNK]',
      cls_token: '[CLS]',
      sep_token: '[SEP]',
      model_max_length: 512,
    }),
    'tokenizer.json': JSON.stringify({
      version: '1.0',
      truncation: null,
      padding: null,
      added_tokens: vocabulary.slice(0, 4).map((content, id) => special(id, content)),
      normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, strip_accents: null, lowercase: true },
      pre_tokenizer: { type: 'BertPreTokenizer' },
      post_processor: {
        type: 'TemplateProcessing',
        single: [
          { SpecialToken: { id: '[CLS]', type_id: 0 } },
          { Sequence: { id: 'A', type_id: 0 } },
          { SpecialToken: { id: '[SEP]', type_id: 0 } },
        ],
        pair: [],
        special_tokens: {
          '[CLS]': { id: '[CLS]', ids: [2], tokens: ['[CLS]'] },
          '[SEP]': { id: '[SEP]', ids: [3], tokens: ['[SEP]'] },
        },
      },
      decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
      model: {
        type: 'WordPiece',
        unk_token: '[UNK]',
        continuing_subword_prefix: '##',
        max_input_chars_per_word: 100,
        vocab: Object.fromEntries(vocabulary.map((word, id) => [word, id])),
      },
    }),
    'onnx/model.onnx': message([1, 8], [8, message([1, ''], [2, 13])], [7, graph]),
  }
}

/** An audio classifier: loud or quiet, by the mean of the absolute samples. */
export function loudnessModel(): Record<string, string | Uint8Array> {
  const over = message([1, 'axes'], [20, 7], [8, 1])
  const weights = message([1, 1], [1, 2], [2, 1], [8, 'weights'], [9, new Uint8Array(Float32Array.of(1000, 0).buffer)])
  const graph = message(
    [1, message([1, 'input_values'], [2, 'height'], [4, 'Abs'])],
    [1, message([1, 'height'], [2, 'mean'], [4, 'ReduceMean'], [5, over])],
    [1, message([1, 'mean'], [1, 'weights'], [2, 'logits'], [4, 'Mul'])],
    [2, 'loudness'],
    [5, weights],
    [11, value('input_values', ['batch', 'length'])],
    [12, value('logits', ['batch', 2])],
  )
  return {
    'config.json': JSON.stringify({
      model_type: 'wav2vec2',
      architectures: ['Wav2Vec2ForSequenceClassification'],
      id2label: { 0: 'loud', 1: 'quiet' },
      label2id: { loud: 0, quiet: 1 },
    }),
    'preprocessor_config.json': JSON.stringify({
      feature_extractor_type: 'Wav2Vec2FeatureExtractor',
      feature_size: 1,
      sampling_rate: 8000,
      padding_value: 0,
      do_normalize: false,
      return_attention_mask: false,
    }),
    'onnx/model.onnx': message([1, 8], [8, message([1, ''], [2, 13])], [7, graph]),
  }
}

/** A detector that finds one buoy, in the lower right quarter of any image. */
export function oneBuoyModel(): Record<string, string | Uint8Array> {
  const tensor = (name: string, sides: readonly number[], values: readonly number[]) =>
    message(...sides.map((side): Field => [1, side]), [2, 1], [8, name], [9, new Uint8Array(Float32Array.from(values).buffer)])
  // Both outputs depend on the image, multiplied by zero: a model with unused inputs is rejected.
  const nothing = [
    message([1, 'pixel_values'], [1, 'zero'], [2, 'zeros'], [4, 'Mul']),
    message([1, 'zeros'], [2, 'nothing'], [4, 'ReduceSum'], [5, message([1, 'keepdims'], [20, 2], [3, 0])]),
  ]
  const add = (fixed: string, name: string) => message([1, fixed], [1, 'nothing'], [2, name], [4, 'Add'])
  const graph = message(
    ...nothing.map((node): Field => [1, node]),
    [1, add('classes', 'logits')],
    [1, add('boxes', 'pred_boxes')],
    [2, 'one-buoy'],
    [5, tensor('zero', [1], [0])],
    [5, tensor('classes', [1, 1, 2], [6, 0])],
    [5, tensor('boxes', [1, 1, 4], [0.75, 0.75, 0.5, 0.5])],
    [11, value('pixel_values', ['batch', 3, 'height', 'width'])],
    [12, value('logits', [1, 1, 2])],
    [12, value('pred_boxes', [1, 1, 4])],
  )
  return {
    'config.json': JSON.stringify({
      model_type: 'yolos',
      architectures: ['YolosForObjectDetection'],
      id2label: { 0: 'buoy' },
      label2id: { buoy: 0 },
    }),
    'preprocessor_config.json': JSON.stringify({
      image_processor_type: 'YolosImageProcessor',
      do_resize: true,
      size: { width: 32, height: 32 },
      do_rescale: true,
      rescale_factor: 1 / 255,
      do_normalize: false,
      do_pad: false,
      resample: 2,
    }),
    'onnx/model.onnx': message([1, 8], [8, message([1, ''], [2, 13])], [7, graph]),
  }
}
