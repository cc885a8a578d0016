import type { ModelFolder } from './engine-hub.ts'
import { type OnnxGraph, onnxFile, type OnnxNode, type OnnxTensor, type OnnxValue } from './onnx.ts'
import { nextWordGraph, table, tokenInputs, tokenizerFiles, words } from './tiny-text-models.ts'

const pixels: OnnxValue = { name: 'pixel_values', dims: ['batch', 3, 'height', 'width'] }

/** Pictures are resized to 32 × 32 pixels with values from 0 to 1. */
const preprocessor = (type: string, side = 32) => ({
  image_processor_type: type,
  do_resize: true,
  size: { height: side, width: side },
  do_rescale: true,
  rescale_factor: 1 / 255,
  do_normalize: false,
})

/** The mean of each color over the picture: `[batch, 3]`. */
const color: OnnxNode = { op: 'ReduceMean', inputs: ['pixel_values'], outputs: ['color'], attributes: { axes: [2, 3], keepdims: 0 } }

/** Maps red, green and blue to one output each. */
const ownNumber: OnnxTensor = { name: 'own', dims: [3, 3], data: [9, 0, 0, 0, 9, 0, 0, 0, 9] }

const colors = { id2label: { 0: 'red', 1: 'green', 2: 'blue' }, label2id: { red: 0, green: 1, blue: 2 } }

/** Names the dominant color of a picture. */
export const colorClassifier: ModelFolder = {
  'config.json': { model_type: 'vit', architectures: ['ViTForImageClassification'], ...colors },
  'preprocessor_config.json': preprocessor('ViTFeatureExtractor'),
  'onnx/model.onnx': onnxFile({
    inputs: [pixels],
    outputs: [{ name: 'logits', dims: ['batch', 3] }],
    nodes: [color, { op: 'MatMul', inputs: ['color', 'own'], outputs: ['logits'] }],
    weights: [ownNumber],
  }),
}

/** One vector per picture: its color. */
export const colorFeatures: ModelFolder = {
  'config.json': { model_type: 'vit', architectures: ['ViTModel'] },
  'preprocessor_config.json': preprocessor('ViTFeatureExtractor'),
  'onnx/model.onnx': onnxFile({
    inputs: [pixels],
    outputs: [{ name: 'last_hidden_state', dims: ['batch', 1, 3] }],
    nodes: [color, { op: 'Unsqueeze', inputs: ['color', 'axis'], outputs: ['last_hidden_state'] }],
    weights: [{ name: 'axis', dims: [1], data: [1], type: 'int64' }],
  }),
}

/** Detects one object, of the picture's color, in the left half, and a second one with low confidence. */
export const colorDetector: ModelFolder = {
  'config.json': { model_type: 'yolos', architectures: ['YolosForObjectDetection'], ...colors },
  'preprocessor_config.json': preprocessor('YolosFeatureExtractor'),
  'onnx/model.onnx': onnxFile({
    inputs: [pixels],
    outputs: [
      { name: 'logits', dims: ['batch', 2, 4] },
      { name: 'pred_boxes', dims: ['batch', 2, 4] },
    ],
    nodes: [
      color,
      { op: 'MatMul', inputs: ['color', 'two'], outputs: ['flat'] },
      { op: 'Reshape', inputs: ['flat', 'shape'], outputs: ['logits'] },
      { op: 'MatMul', inputs: ['color', 'nothing'], outputs: ['zero'] },
      { op: 'Reshape', inputs: ['zero', 'shape'], outputs: ['shaped'] },
      { op: 'Add', inputs: ['shaped', 'boxes'], outputs: ['pred_boxes'] },
    ],
    weights: [
      { name: 'two', dims: [3, 8], data: [20, 0, 0, 0, 1, 1, 0, 0, 0, 20, 0, 0, 1, 1, 0, 0, 0, 0, 20, 0, 1, 1, 0, 0] },
      { name: 'nothing', dims: [3, 8], data: Array.from({ length: 24 }, () => 0) },
      { name: 'shape', dims: [3], data: [-1, 2, 4], type: 'int64' },
      // Center, width, height, as fractions of the picture.
      { name: 'boxes', dims: [1, 2, 4], data: [0.25, 0.5, 0.5, 1, 0.5, 0.5, 1, 1] },
    ],
  }),
}

/** A graph whose output is the input picture through one layer with a kernel of one pixel. */
function pixelwise(
  output: string,
  channels: number,
  weights: readonly number[],
  more: readonly OnnxNode[] = [],
  dims: OnnxValue['dims'] = ['batch', channels, 'height', 'width'],
): OnnxGraph {
  const last = more.length === 0 ? output : 'mixed'
  return {
    inputs: [pixels],
    outputs: [{ name: output, dims }],
    nodes: [{ op: 'Conv', inputs: ['pixel_values', 'kernel'], outputs: [last] }, ...more],
    weights: [
      { name: 'kernel', dims: [channels, 3, 1, 1], data: weights },
      { name: 'axis', dims: [1], data: [1], type: 'int64' },
    ],
  }
}

/** Separates red from blue, pixel by pixel. */
export const colorSegmenter: ModelFolder = {
  'config.json': {
    model_type: 'segformer',
    architectures: ['SegformerForSemanticSegmentation'],
    id2label: { 0: 'red', 1: 'blue' },
    label2id: { red: 0, blue: 1 },
  },
  'preprocessor_config.json': preprocessor('SegformerFeatureExtractor'),
  'onnx/model.onnx': onnxFile(pixelwise('logits', 2, [9, 0, 0, 0, 0, 9])),
}

/** Bright is near. */
export const depthEstimator: ModelFolder = {
  'config.json': { model_type: 'dpt', architectures: ['DPTForDepthEstimation'] },
  'preprocessor_config.json': preprocessor('DPTFeatureExtractor'),
  'onnx/model.onnx': onnxFile(
    pixelwise(
      'predicted_depth',
      1,
      [1, 1, 1],
      [{ op: 'Squeeze', inputs: ['mixed', 'axis'], outputs: ['predicted_depth'] }],
      ['batch', 'height', 'width'],
    ),
  ),
}

/** Red becomes blue, and blue red. */
export const colorSwapper: ModelFolder = {
  'config.json': { model_type: 'swin2sr', architectures: ['Swin2SRForImageSuperResolution'] },
  'preprocessor_config.json': { ...preprocessor('Swin2SRImageProcessor'), do_pad: false, pad_size: 8 },
  'onnx/model.onnx': onnxFile(pixelwise('reconstruction', 3, [0, 0, 1, 0, 1, 0, 1, 0, 0])),
}

const clipWords = table(3, { red: [9, 0, 0], green: [0, 9, 0], blue: [0, 0, 9] })

/** Compares the color of a picture with the colors named in a text. */
export const colorMatcher: ModelFolder = {
  ...tokenizerFiles,
  'config.json': { model_type: 'clip', architectures: ['CLIPModel'] },
  'preprocessor_config.json': preprocessor('CLIPFeatureExtractor'),
  'onnx/model.onnx': onnxFile({
    inputs: [...tokenInputs, pixels],
    outputs: [{ name: 'logits_per_image', dims: ['pictures', 'texts'] }],
    nodes: [
      color,
      { op: 'Gather', inputs: ['table', 'input_ids'], outputs: ['looked_up'] },
      { op: 'ReduceMean', inputs: ['looked_up'], outputs: ['meaning'], attributes: { axes: [1], keepdims: 0 } },
      { op: 'Transpose', inputs: ['meaning'], outputs: ['turned'], attributes: { perm: [1, 0] } },
      { op: 'MatMul', inputs: ['color', 'turned'], outputs: ['few'] },
      { op: 'Mul', inputs: ['few', 'ten'], outputs: ['logits_per_image'] },
    ],
    weights: [
      { name: 'table', dims: [words.length, 3], data: clipWords },
      { name: 'ten', dims: [1], data: [10] },
    ],
  }),
}

/** Detects objects by the colors named in texts; a match covers the whole picture. */
export const colorFinder: ModelFolder = {
  ...tokenizerFiles,
  'config.json': { model_type: 'owlvit', architectures: ['OwlViTForObjectDetection'] },
  'preprocessor_config.json': { ...preprocessor('OwlViTFeatureExtractor'), processor_class: 'OwlViTProcessor' },
  'onnx/model.onnx': onnxFile({
    inputs: [...tokenInputs, pixels],
    outputs: [
      { name: 'logits', dims: ['pictures', 1, 'texts'] },
      { name: 'pred_boxes', dims: ['pictures', 1, 4] },
    ],
    nodes: [
      color,
      { op: 'Gather', inputs: ['table', 'input_ids'], outputs: ['looked_up'] },
      { op: 'ReduceMean', inputs: ['looked_up'], outputs: ['meaning'], attributes: { axes: [1], keepdims: 0 } },
      { op: 'Transpose', inputs: ['meaning'], outputs: ['turned'], attributes: { perm: [1, 0] } },
      { op: 'MatMul', inputs: ['color', 'turned'], outputs: ['few'] },
      { op: 'Sub', inputs: ['few', 'one'], outputs: ['sure'] },
      { op: 'Unsqueeze', inputs: ['sure', 'axis'], outputs: ['logits'] },
      { op: 'MatMul', inputs: ['color', 'nothing'], outputs: ['zero'] },
      { op: 'Unsqueeze', inputs: ['zero', 'axis'], outputs: ['shaped'] },
      { op: 'Add', inputs: ['shaped', 'boxes'], outputs: ['pred_boxes'] },
    ],
    weights: [
      { name: 'table', dims: [words.length, 3], data: clipWords },
      { name: 'one', dims: [1], data: [1] },
      { name: 'axis', dims: [1], data: [1], type: 'int64' },
      { name: 'nothing', dims: [3, 4], data: Array.from({ length: 12 }, () => 0) },
      { name: 'boxes', dims: [1, 1, 4], data: [0.5, 0.5, 1, 1] },
    ],
  }),
}

const colorEncoder: OnnxGraph = {
  inputs: [pixels],
  outputs: [{ name: 'last_hidden_state', dims: ['batch', 1, 4] }],
  nodes: [
    color,
    { op: 'MatMul', inputs: ['color', 'four'], outputs: ['hidden'] },
    { op: 'Unsqueeze', inputs: ['hidden', 'axis'], outputs: ['last_hidden_state'] },
  ],
  weights: [
    { name: 'four', dims: [3, 4], data: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0] },
    { name: 'axis', dims: [1], data: [1], type: 'int64' },
  ],
}

/** Describes every picture as `guten tag`. */
export const captioner: ModelFolder = {
  ...tokenizerFiles,
  'config.json': {
    model_type: 'vision-encoder-decoder',
    architectures: ['VisionEncoderDecoderModel'],
    is_encoder_decoder: true,
    decoder_start_token_id: 0,
    pad_token_id: 0,
    eos_token_id: 3,
    encoder: { model_type: 'vit', hidden_size: 4 },
    decoder: { model_type: 'gpt2', n_embd: 4, n_head: 2, n_layer: 1, vocab_size: words.length, max_position_embeddings: 64 },
  },
  'generation_config.json': { decoder_start_token_id: 0, pad_token_id: 0, eos_token_id: 3 },
  'preprocessor_config.json': preprocessor('ViTFeatureExtractor'),
  'onnx/encoder_model.onnx': onnxFile(colorEncoder),
  'onnx/decoder_model_merged.onnx': onnxFile(nextWordGraph('[PAD]')),
}

const donutWords = [...words, '<s_docvqa>', '<s_question>', '</s_question>', '<s_answer>', '</s_answer>']
const plainTokenizer = tokenizerFiles['tokenizer.json'] as Readonly<Record<string, object>>

/** Answers every question about a document with `guten tag`. */
export const documentReader: ModelFolder = {
  ...captioner,
  'config.json': {
    ...(captioner['config.json'] as object),
    encoder: { model_type: 'donut-swin', hidden_size: 4 },
    decoder: {
      model_type: 'mbart',
      d_model: 4,
      decoder_attention_heads: 2,
      decoder_layers: 1,
      vocab_size: donutWords.length,
      max_position_embeddings: 64,
    },
  },
  'preprocessor_config.json': preprocessor('DonutFeatureExtractor'),
  'tokenizer.json': {
    ...plainTokenizer,
    added_tokens: donutWords.slice(words.length).map((content, index) => ({
      id: words.length + index,
      content,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special: false,
    })),
    model: { ...plainTokenizer['model'], vocab: Object.fromEntries(donutWords.map((word, id) => [word, id])) },
  },
  'onnx/decoder_model_merged.onnx': onnxFile(nextWordGraph('<s_answer>', '</s_answer>', donutWords)),
  'generation_config.json': { decoder_start_token_id: 0, pad_token_id: 0, eos_token_id: donutWords.indexOf('</s_answer>') },
}
