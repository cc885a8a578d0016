import { taskIds } from '@portolan/tasks'
import { allLibraries } from '../src/index.ts'

/** A model record generated for the proofs, in the format of the API. */
export interface GeneratedRecord {
  /** `peft/task:text-generation`: unique. */
  readonly case: string
  readonly library: string
  readonly model: Readonly<Record<string, unknown>>
}

/** Every tag that an upstream library checks, and a few that none does. */
export const knownTags: readonly string[] = (
  'audiogen musicgen magnet clip resnet question-answering flux controlnet lora textual_inversion FluxFillPipeline StableDiffusionInpaintPipeline ' +
  'StableDiffusionXLInpaintPipeline automatic-speech-recognition text-to-speech gguf onnx mlx ic-lora bi-encoder cross-encoder smolvla conversational ' +
  'rna-secondary-structure promptable doc_vlm document-parse textline_detection textline_recognition seal_text_detection doc_img_unwarping ' +
  'doc_img_orientation_classification textline_orientation_classification chart_parsing formula_recognition layout_detection table_cells_detection ' +
  'wired_table_classification table_structure_recognition diffusers transformers pruna_pro-ai pyannote-audio-pipeline PyLate custom_code skops text-to-mel ' +
  'mel-to-wav yolov5 yolov8 yolov10 yolov26 image-text-to-text safetensors contexttab ltx-2.5 unsloth constructor'
).split(' ')

/** Ids that upstream libraries recognize by their text. */
const knownIds: readonly string[] = [
  'model-without-owner',
  'depth-anything/Depth-Anything-V2-Small',
  'depth-anything/Depth-Anything-V2-Base',
  'depth-anything/Depth-Anything-V2-Large',
  'lerobot/smolvla_base',
  'kyutai/moshiko-mlx-q4',
  'kyutai/moshiko-mlx-q8',
  'kyutai/moshiko-mlx-bf16',
  'kyutai/moshiko-candle-q8',
  'facebook/PE-Core-L14-336',
  'facebook/PE-Lang-L14-448',
  'PaddlePaddle/PaddleOCR-VL',
  'PaddlePaddle/PaddleOCR-VL-1.5',
  'Lightricks/LTX-2.5',
  'Lightricks/LTX-2',
  'stanfordnlp/stanza-en',
  'owner/en_core_web_sm',
  'owner/eds-pseudo-public',
]

const chat = '{% for message in messages %}{{ message.content }}{% endfor %}'

/** Fields that libraries read, each in the variants that select a case. */
const fields: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
  transformersInfo: [
    { transformersInfo: { auto_model: 'AutoModelForCausalLM', processor: 'AutoTokenizer' } },
    { transformersInfo: { auto_model: 'AutoModelForImageClassification', processor: 'AutoImageProcessor' } },
    { transformersInfo: { auto_model: 'AutoModelForSpeechSeq2Seq', processor: 'AutoFeatureExtractor' } },
    { transformersInfo: { auto_model: 'AutoModel' } },
    { transformersInfo: { auto_model: 'not an identifier', processor: 'import os' } },
  ],
  chat: [
    {
      tags: ['conversational', 'transformers'],
      pipeline_tag: 'text-generation',
      transformersInfo: { auto_model: 'AutoModelForCausalLM', processor: 'AutoTokenizer' },
      config: { tokenizer_config: { chat_template: chat } },
    },
    {
      tags: ['conversational', 'image-text-to-text', 'transformers'],
      pipeline_tag: 'image-text-to-text',
      transformersInfo: { auto_model: 'AutoModelForImageTextToText', processor: 'AutoProcessor' },
      config: { processor_config: { chat_template: chat } },
    },
  ],
  widgetData: [
    { widgetData: [{ text: 'It\'s a "calm" sea; $HOME `id` \\ and\nmore' }] },
    { widgetData: [{ text: 'A <mask> on the sea' }], mask_token: '<mask>' },
    { widgetData: [{ source_sentence: 'The sea is calm.', sentences: ["It's calm.", 'The wind rose.'] }] },
    { widgetData: [{ source_sentence: 'Alone', sentences: [] }] },
    { widgetData: [] },
  ],
  card: [
    { cardData: { base_model: 'owner/base' } },
    { cardData: { base_model: ['owner/base-one', 'owner/base-two'] } },
    { cardData: { base_model: 'owner/base', instance_prompt: "a photo of 'sks' boat" } },
    { cardData: { base_model: 'Lightricks/LTX-2.5' } },
  ],
  loras: ['image-to-image', 'image-to-video', 'text-to-video', 'text-to-image'].map((task) => ({
    tags: ['lora', 'diffusers'],
    pipeline_tag: task,
    cardData: { base_model: ['owner/base'] },
  })),
  peft: ['CAUSAL_LM', 'SEQ_2_SEQ_LM', 'TOKEN_CLS', 'SEQ_CLS', 'constructor'].map((task_type) => ({
    config: { peft: { task_type, base_model_name_or_path: 'owner/base' } },
  })),
  peftWithoutBase: [{ config: { peft: { task_type: 'CAUSAL_LM' } } }],
  sklearn: [
    { tags: ['skops'], config: { sklearn: { model: { file: 'model.pkl' }, model_format: 'pickle' } } },
    { tags: ['skops'], config: { sklearn: { model: { file: 'model.skops' }, model_format: 'skops' } } },
    { tags: ['skops'], config: { sklearn: { model: {} } } },
  ],
  speechbrain: [
    'EncoderClassifier',
    'EncoderDecoderASR',
    'EncoderASR',
    'SpectralMaskEnhancement',
    'SepformerSeparation',
    'NoSuchInterface',
    '__proto__',
  ].map((speechbrain_interface) => ({ config: { speechbrain: { speechbrain_interface } } })),
  kerasHub: [
    {
      config: { keras_hub: { tasks: ['CausalLM', 'TextToImage', 'TextClassifier', 'ImageClassifier', 'ObjectDetector', 'no identifier'] } },
    },
  ],
  config: [
    { config: { adapter_transformers: { model_name: 'roberta-base' } } },
    { config: { architectures: ['ErnieForMaskedLM'] } },
    { config: { architectures: ['not an identifier'] } },
    { config: { architectures: [] } },
    { config: { quantization_config: { quant_method: 'awq' } } },
    { config: { diffusers: { _class_name: 'FluxFillPipeline' } } },
  ],
  files: [
    ['model.Q4_K_M.gguf', 'model.Q8_0.gguf'],
    ['model-00001-of-00002.gguf', 'model-00002-of-00002.gguf'],
    ['onnx/model_quantized.onnx', 'tokenizer.json'],
    [
      'weights/best.pt',
      'en_model-any-py3-none-any.whl',
      'ppo-LunarLander-v2.zip',
      'model.cmf',
      "a b's.safetensors",
      'model.nemo',
      'model.ckpt',
      'model.pth',
    ],
  ].map((names) => ({ siblings: names.map((rfilename) => ({ rfilename })) })),
  gguf: [
    { gguf: { total: 8_000_000_000, context_length: 8192, architecture: 'llama', chat_template: chat }, tags: ['gguf', 'conversational'] },
  ],
}

/**
 * Records that cover every case of every library: each library with each task, each tag, each variant of each field it could read, and each id that
 * some library recognizes. Deterministic.
 */
export function* generatedRecords(libraries: readonly string[] = allLibraries().map(({ id }) => id)): Generator<GeneratedRecord> {
  for (const library of libraries) {
    const make = (name: string, changes: Readonly<Record<string, unknown>>): GeneratedRecord => {
      const tags = Array.isArray(changes['tags']) ? (changes['tags'] as unknown[]) : []
      const base = { id: 'ada/sea-model', library_name: library, private: false, inference: '' }
      return { case: `${library}/${name}`, library, model: { ...base, ...changes, tags: [library, ...tags] } }
    }
    yield make('plain', {})
    for (const task of taskIds) yield make(`task:${task}`, { pipeline_tag: task })
    for (const tag of knownTags) yield make(`tag:${tag}`, { tags: [tag] })
    for (const id of knownIds) yield make(`id:${id}`, { id })
    for (const [field, forms] of Object.entries(fields)) for (const [i, form] of forms.entries()) yield make(`${field}:${i}`, form)
    for (const task of ['text-generation', 'image-text-to-text', 'fill-mask', 'automatic-speech-recognition'])
      for (const tag of ['conversational', 'custom_code', 'gguf', 'mlx', 'transformers', 'diffusers'])
        yield make(`task:${task}+tag:${tag}`, {
          pipeline_tag: task,
          tags: [tag],
          widgetData: [{ text: 'The ship <mask> Genoa' }],
          transformersInfo: { auto_model: 'AutoModelForCausalLM', processor: 'AutoTokenizer' },
          config: { chat_template_jinja: chat },
        })
  }
}
