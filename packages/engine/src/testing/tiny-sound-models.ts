import type { ModelFolder } from './engine-hub.ts'
import { type OnnxGraph, onnxFile, type OnnxNode, type OnnxValue } from './onnx.ts'
import { nextWordGraph, tokenizerFiles, tokenInputs, words } from './tiny-text-models.ts'

const wave: OnnxValue = { name: 'input_values', dims: ['batch', 'samples'] }
const rate = 16_000
const hearing = {
  feature_extractor_type: 'Wav2Vec2FeatureExtractor',
  sampling_rate: rate,
  do_normalize: false,
  feature_size: 1,
  padding_value: 0,
}
const loudness: OnnxNode = { op: 'Abs', inputs: ['input_values'], outputs: ['loudness'] }

/** Distinguishes loud from quiet. */
export const loudnessClassifier: ModelFolder = {
  'config.json': {
    model_type: 'wav2vec2',
    architectures: ['Wav2Vec2ForSequenceClassification'],
    id2label: { 0: 'quiet', 1: 'loud' },
    label2id: { quiet: 0, loud: 1 },
  },
  'preprocessor_config.json': hearing,
  'onnx/model.onnx': onnxFile({
    inputs: [wave],
    outputs: [{ name: 'logits', dims: ['batch', 2] }],
    nodes: [
      loudness,
      { op: 'ReduceMean', inputs: ['loudness'], outputs: ['mean'], attributes: { axes: [1], keepdims: 1 } },
      { op: 'MatMul', inputs: ['mean', 'gain'], outputs: ['gained'] },
      { op: 'Add', inputs: ['gained', 'bias'], outputs: ['logits'] },
    ],
    weights: [
      { name: 'gain', dims: [1, 2], data: [0, 40] },
      { name: 'bias', dims: [2], data: [4, 0] },
    ],
  }),
}

const letters = ['<pad>', '<s>', '</s>', '<unk>', '|', 'a', 'h']

/** Hears an `a` where it is loud and nothing where it is quiet, in steps of a tenth of a second. */
export const letterHearer: ModelFolder = {
  'config.json': { model_type: 'wav2vec2', architectures: ['Wav2Vec2ForCTC'], vocab_size: letters.length },
  'preprocessor_config.json': { ...hearing, processor_class: 'Wav2Vec2Processor' },
  'tokenizer.json': {
    version: '1.0',
    added_tokens: letters
      .slice(0, 4)
      .map((content, id) => ({ id, content, special: true, single_word: false, lstrip: false, rstrip: false, normalized: false })),
    normalizer: null,
    pre_tokenizer: null,
    post_processor: null,
    decoder: { type: 'CTC', pad_token: '<pad>', word_delimiter_token: '|', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '<unk>',
      continuing_subword_prefix: '',
      vocab: Object.fromEntries(letters.map((letter, id) => [letter, id])),
    },
  },
  'tokenizer_config.json': {
    tokenizer_class: 'Wav2Vec2CTCTokenizer',
    pad_token: '<pad>',
    unk_token: '<unk>',
    bos_token: '<s>',
    eos_token: '</s>',
  },
  'onnx/model.onnx': onnxFile({
    inputs: [wave],
    outputs: [{ name: 'logits', dims: ['batch', 'frames', letters.length] }],
    nodes: [
      loudness,
      { op: 'Unsqueeze', inputs: ['loudness', 'axis'], outputs: ['channelled'] },
      { op: 'Conv', inputs: ['channelled', 'kernel', 'bias'], outputs: ['heard'], attributes: { strides: [1600] } },
      { op: 'Transpose', inputs: ['heard'], outputs: ['logits'], attributes: { perm: [0, 2, 1] } },
    ],
    weights: [
      { name: 'axis', dims: [1], data: [1], type: 'int64' },
      {
        name: 'kernel',
        dims: [letters.length, 1, 1600],
        data: letters.flatMap((letter) => Array.from({ length: 1600 }, () => (letter === 'a' ? 1 / 1600 : 0))),
      },
      { name: 'bias', dims: [letters.length], data: letters.map((letter) => (letter === '<pad>' ? 0.1 : 0)) },
    ],
  }),
}

const whisperWords = [...words, '<|endoftext|>', '<|startoftranscript|>', '<|notimestamps|>', '<|0.00|>']
const whisperId = (word: string) => whisperWords.indexOf(word)

const melEncoder: OnnxGraph = {
  inputs: [{ name: 'input_features', dims: ['batch', 80, 3000] }],
  outputs: [{ name: 'last_hidden_state', dims: ['batch', 1, 4] }],
  nodes: [
    { op: 'ReduceMean', inputs: ['input_features'], outputs: ['mean'], attributes: { axes: [1, 2], keepdims: 1 } },
    { op: 'MatMul', inputs: ['mean', 'four'], outputs: ['last_hidden_state'] },
  ],
  weights: [{ name: 'four', dims: [1, 4], data: [1, 1, 1, 1] }],
}

/** A Whisper that hears `guten tag` in everything. */
export const whisper: ModelFolder = {
  'config.json': {
    model_type: 'whisper',
    architectures: ['WhisperForConditionalGeneration'],
    is_encoder_decoder: true,
    vocab_size: whisperWords.length,
    d_model: 4,
    decoder_layers: 1,
    encoder_layers: 1,
    decoder_attention_heads: 2,
    encoder_attention_heads: 2,
    max_source_positions: 1500,
    max_target_positions: 448,
    num_mel_bins: 80,
    decoder_start_token_id: whisperId('<|startoftranscript|>'),
    eos_token_id: whisperId('<|endoftext|>'),
    pad_token_id: whisperId('<|endoftext|>'),
  },
  'generation_config.json': {
    decoder_start_token_id: whisperId('<|startoftranscript|>'),
    eos_token_id: whisperId('<|endoftext|>'),
    pad_token_id: whisperId('<|endoftext|>'),
    no_timestamps_token_id: whisperId('<|notimestamps|>'),
    is_multilingual: false,
    max_length: 448,
  },
  'preprocessor_config.json': {
    feature_extractor_type: 'WhisperFeatureExtractor',
    processor_class: 'WhisperProcessor',
    feature_size: 80,
    sampling_rate: rate,
    hop_length: 160,
    n_fft: 400,
    chunk_length: 30,
    n_samples: 480_000,
    nb_max_frames: 3000,
    padding_value: 0,
  },
  'tokenizer.json': {
    ...(tokenizerFiles['tokenizer.json'] as object),
    added_tokens: whisperWords.slice(words.length).map((content, index) => ({
      id: words.length + index,
      content,
      special: true,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
    })),
    post_processor: null,
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      vocab: Object.fromEntries(whisperWords.map((word, id) => [word, id])),
    },
  },
  'tokenizer_config.json': {
    tokenizer_class: 'WhisperTokenizer',
    unk_token: '[UNK]',
    pad_token: '<|endoftext|>',
    eos_token: '<|endoftext|>',
    bos_token: '<|endoftext|>',
  },
  'onnx/encoder_model.onnx': onnxFile(melEncoder),
  'onnx/decoder_model_merged.onnx': onnxFile(nextWordGraph('<|notimestamps|>', '<|endoftext|>', whisperWords)),
}

/** Produces a hundredth of a second at constant volume per token. */
export const speaker: ModelFolder = {
  ...tokenizerFiles,
  'config.json': { model_type: 'vits', architectures: ['VitsModel'], sampling_rate: rate },
  'onnx/model.onnx': onnxFile({
    inputs: tokenInputs,
    outputs: [{ name: 'waveform', dims: ['batch', 'samples'] }],
    nodes: [
      { op: 'Gather', inputs: ['table', 'input_ids'], outputs: ['pieces'] },
      { op: 'Reshape', inputs: ['pieces', 'flat'], outputs: ['waveform'] },
    ],
    weights: [
      {
        name: 'table',
        dims: [words.length, 160],
        data: words.flatMap((word) => Array.from({ length: 160 }, () => (word === 'sea' ? 0.5 : 0))),
      },
      { name: 'flat', dims: [2], data: [1, -1], type: 'int64' },
    ],
  }),
}
