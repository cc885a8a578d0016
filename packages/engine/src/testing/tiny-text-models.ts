import type { ModelFolder } from './engine-hub.ts'
import { type OnnxGraph, onnxFile, type OnnxValue } from './onnx.ts'

/** Vocabulary of the tiny models. Each row of their weights belongs to one word. */
export const words = [
  '[PAD]',
  '[UNK]',
  '[CLS]',
  '[SEP]',
  '[MASK]',
  'good',
  'bad',
  'the',
  'sea',
  'is',
  'blue',
  'ada',
  'lovelace',
  'london',
  'in',
  'ships',
  'harbour',
  'what',
  'color',
  '.',
  'about',
  'sport',
  'this',
  'example',
  'guten',
  'tag',
  'red',
  'green',
  'a',
  'photo',
  'of',
] as const

type Word = (typeof words)[number]

/** A table with a row of numbers per word; missing rows are zero. */
export function table(width: number, rows: Partial<Record<Word, readonly number[]>>): number[] {
  return words.flatMap((word) => rows[word] ?? Array.from({ length: width }, () => 0))
}

/** A tokenizer of whole lowercase words, formatted like BERT's: [CLS] a [SEP] b [SEP]. */
export const tokenizerFiles: ModelFolder = {
  'tokenizer.json': {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: words
      .slice(0, 5)
      .map((content, id) => ({ id, content, single_word: false, lstrip: false, rstrip: false, normalized: false, special: true })),
    normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, strip_accents: null, lowercase: true },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [special('[CLS]'), sequence('A', 0), special('[SEP]')],
      pair: [special('[CLS]'), sequence('A', 0), special('[SEP]'), sequence('B', 1), special('[SEP]', 1)],
      special_tokens: { '[CLS]': { id: '[CLS]', ids: [2], tokens: ['[CLS]'] }, '[SEP]': { id: '[SEP]', ids: [3], tokens: ['[SEP]'] } },
    },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(words.map((word, id) => [word, id])),
    },
  },
  'tokenizer_config.json': {
    tokenizer_class: 'BertTokenizer',
    model_max_length: 512,
    do_lower_case: true,
    unk_token: '[UNK]',
    sep_token: '[SEP]',
    pad_token: '[PAD]',
    cls_token: '[CLS]',
    mask_token: '[MASK]',
  },
}

function special(id: string, type_id = 0) {
  return { SpecialToken: { id, type_id } }
}

function sequence(id: string, type_id: number) {
  return { Sequence: { id, type_id } }
}

export const tokenInputs: readonly OnnxValue[] = ['input_ids', 'attention_mask'].map((name) => ({
  name,
  type: 'int64',
  dims: ['batch', 'tokens'],
}))

/** A model whose weights are a table with a row per word: its output for a token is that word's row. */
export function lookupGraph(output: string, width: number, rows: readonly number[]): OnnxGraph {
  return {
    inputs: tokenInputs,
    outputs: [{ name: output, dims: ['batch', 'tokens', width] }],
    nodes: [{ op: 'Gather', inputs: ['table', 'input_ids'], outputs: [output] }],
    weights: [{ name: 'table', dims: [words.length, width], data: rows }],
  }
}

/** Like {@link lookupGraph}, averaged over the tokens. */
export function meanGraph(output: string, width: number, rows: readonly number[]): OnnxGraph {
  return {
    ...lookupGraph(output, width, rows),
    outputs: [{ name: output, dims: ['batch', width] }],
    nodes: [
      { op: 'Gather', inputs: ['table', 'input_ids'], outputs: ['looked_up'] },
      { op: 'ReduceMean', inputs: ['looked_up'], outputs: [output], attributes: { axes: [1], keepdims: 0 } },
    ],
  }
}

function bert(architecture: string, graph: OnnxGraph, config: object = {}): ModelFolder {
  return {
    ...tokenizerFiles,
    'config.json': {
      model_type: 'bert',
      architectures: [architecture],
      vocab_size: words.length,
      hidden_size: 4,
      max_position_embeddings: 512,
      ...config,
    },
    'onnx/model.onnx': onnxFile(graph),
  }
}

/** `good` is positive, `bad` negative. */
export const textClassifier = bert('BertForSequenceClassification', meanGraph('logits', 2, table(2, { good: [0, 40], bad: [40, 0] })), {
  id2label: { 0: 'NEGATIVE', 1: 'POSITIVE' },
  label2id: { NEGATIVE: 0, POSITIVE: 1 },
})

/** `ada lovelace` is a person, `london` a place. */
export const tokenClassifier = bert(
  'BertForTokenClassification',
  lookupGraph(
    'logits',
    4,
    words.flatMap((word) =>
      word === 'ada' ? [0, 9, 0, 0] : word === 'lovelace' ? [0, 0, 9, 0] : word === 'london' ? [0, 0, 0, 9] : [9, 0, 0, 0],
    ),
  ),
  { id2label: { 0: 'O', 1: 'B-PER', 2: 'I-PER', 3: 'B-LOC' }, label2id: { O: 0, 'B-PER': 1, 'I-PER': 2, 'B-LOC': 3 } },
)

/** Fills the mask with `blue`; `good` is the second choice. */
export const maskFiller = bert(
  'BertForMaskedLM',
  lookupGraph(
    'logits',
    words.length,
    table(words.length, { '[MASK]': words.map((word) => (word === 'blue' ? 9 : word === 'good' ? 7 : 0)) }),
  ),
)

/** The answer is `blue`. */
export const questionAnswerer = bert('BertForQuestionAnswering', {
  inputs: tokenInputs,
  outputs: ['start_logits', 'end_logits'].map((name) => ({ name, dims: ['batch', 'tokens'] })),
  nodes: ['start_logits', 'end_logits'].map((name) => ({ op: 'Gather', inputs: ['table', 'input_ids'], outputs: [name] })),
  weights: [{ name: 'table', dims: [words.length], data: table(1, { blue: [9] }) }],
})

/** Vectors in which `sea`, `ships` and `harbour` are close together, and `sport` is far from them. */
export const embedder = bert(
  'BertModel',
  lookupGraph(
    'last_hidden_state',
    4,
    table(4, { sea: [1, 0, 0.1, 0], ships: [1, 0.1, 0, 0], harbour: [1, 0, 0, 0.1], sport: [0, 1, 0, 0], blue: [0.5, 0, 1, 0] }),
  ),
)

/** A text about the sea is not about sport. */
export const entailer = bert('BertForSequenceClassification', meanGraph('logits', 3, table(3, { sea: [0, 0, 60], sport: [60, 0, 0] })), {
  id2label: { 0: 'contradiction', 1: 'neutral', 2: 'entailment' },
  label2id: { contradiction: 0, neutral: 1, entailment: 2 },
})

/** A decoder that, whatever its input, continues its last word: `guten`, `tag`, the end. */
export function nextWordGraph(start: string, end = '[SEP]', vocabulary: readonly string[] = words): OnnxGraph {
  const following: Readonly<Record<string, string>> = { [start]: 'guten', guten: 'tag', tag: end }
  return {
    inputs: [
      { name: 'input_ids', type: 'int64', dims: ['batch', 'tokens'] },
      { name: 'encoder_hidden_states', dims: ['batch', 'seen', 4] },
    ],
    outputs: [{ name: 'logits', dims: ['batch', 'tokens', vocabulary.length] }],
    nodes: [
      { op: 'Gather', inputs: ['table', 'input_ids'], outputs: ['looked_up'] },
      // The input counts a little, so that the encoder is part of the answer.
      { op: 'ReduceMean', inputs: ['encoder_hidden_states'], outputs: ['seen'], attributes: { axes: [1, 2], keepdims: 0 } },
      { op: 'Mul', inputs: ['seen', 'little'], outputs: ['bias'] },
      { op: 'Add', inputs: ['looked_up', 'bias'], outputs: ['logits'] },
    ],
    weights: [
      {
        name: 'table',
        dims: [vocabulary.length, vocabulary.length],
        data: vocabulary.flatMap((word) => vocabulary.map((other) => (following[word] === other ? 9 : 0))),
      },
      { name: 'little', dims: [1], data: [0.001] },
    ],
  }
}

/** Translates and summarizes everything as `guten tag`. */
export const rewriter: ModelFolder = {
  ...tokenizerFiles,
  'config.json': {
    model_type: 't5',
    architectures: ['T5ForConditionalGeneration'],
    is_encoder_decoder: true,
    vocab_size: words.length,
    d_model: 4,
    d_kv: 2,
    num_heads: 2,
    num_layers: 1,
    num_decoder_layers: 1,
    decoder_start_token_id: 0,
    pad_token_id: 0,
    eos_token_id: 3,
  },
  'generation_config.json': { decoder_start_token_id: 0, pad_token_id: 0, eos_token_id: 3 },
  'onnx/encoder_model.onnx': onnxFile(lookupGraph('last_hidden_state', 4, table(4, { sea: [1, 0, 0, 0] }))),
  'onnx/decoder_model_merged.onnx': onnxFile(nextWordGraph('[PAD]')),
}
