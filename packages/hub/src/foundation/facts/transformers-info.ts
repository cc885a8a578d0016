import type { TransformersInfo } from './facts.ts'
import { get, isObject, label, labels } from './values.ts'

/**
 * How an architecture is loaded and what it does. Our own table, from the class names: an architecture's suffix names its head.
 * Order matters: the first matching suffix wins.
 */
const heads: readonly (readonly [ending: string, auto: string, task: string | null])[] = [
  ['ForCausalLM', 'AutoModelForCausalLM', 'text-generation'],
  ['WithLMHeadModel', 'AutoModelForMaskedLM', 'fill-mask'],
  ['LMHeadModel', 'AutoModelForCausalLM', 'text-generation'],
  ['ModelWithLMHead', 'AutoModelForCausalLM', 'text-generation'],
  ['ForSeq2SeqLM', 'AutoModelForSeq2SeqLM', null],
  ['ForSpeechSeq2Seq', 'AutoModelForSpeechSeq2Seq', 'automatic-speech-recognition'],
  ['ForMaskedLM', 'AutoModelForMaskedLM', 'fill-mask'],
  ['ForImageClassification', 'AutoModelForImageClassification', 'image-classification'],
  ['ForVideoClassification', 'AutoModelForVideoClassification', 'video-classification'],
  ['ForAudioClassification', 'AutoModelForAudioClassification', 'audio-classification'],
  ['ForSequenceClassification', 'AutoModelForSequenceClassification', 'text-classification'],
  ['ForTokenClassification', 'AutoModelForTokenClassification', 'token-classification'],
  ['ForTableQuestionAnswering', 'AutoModelForTableQuestionAnswering', 'table-question-answering'],
  ['ForVisualQuestionAnswering', 'AutoModelForVisualQuestionAnswering', 'visual-question-answering'],
  ['ForDocumentQuestionAnswering', 'AutoModelForDocumentQuestionAnswering', 'document-question-answering'],
  ['ForQuestionAnswering', 'AutoModelForQuestionAnswering', 'question-answering'],
  ['ForMultipleChoice', 'AutoModelForMultipleChoice', 'multiple-choice'],
  ['ForZeroShotObjectDetection', 'AutoModelForZeroShotObjectDetection', 'zero-shot-object-detection'],
  ['ForObjectDetection', 'AutoModelForObjectDetection', 'object-detection'],
  ['ForUniversalSegmentation', 'AutoModelForUniversalSegmentation', 'image-segmentation'],
  ['ForSemanticSegmentation', 'AutoModelForSemanticSegmentation', 'image-segmentation'],
  ['ForInstanceSegmentation', 'AutoModelForInstanceSegmentation', 'image-segmentation'],
  ['ForImageSegmentation', 'AutoModelForImageSegmentation', 'image-segmentation'],
  ['ForDepthEstimation', 'AutoModelForDepthEstimation', 'depth-estimation'],
  ['ForMaskGeneration', 'AutoModelForMaskGeneration', 'mask-generation'],
  ['ForKeypointDetection', 'AutoModelForKeypointDetection', 'keypoint-detection'],
  ['ForImageTextToText', 'AutoModelForImageTextToText', 'image-text-to-text'],
  ['ForVision2Seq', 'AutoModelForImageTextToText', 'image-text-to-text'],
  ['ForCTC', 'AutoModelForCTC', 'automatic-speech-recognition'],
  ['ForTextToWaveform', 'AutoModelForTextToWaveform', 'text-to-audio'],
  ['ForPreTraining', 'AutoModelForPreTraining', null],
  ['ForZeroShotImageClassification', 'AutoModelForZeroShotImageClassification', 'zero-shot-image-classification'],
  ['ForSpeechClassification', 'AutoModelForAudioClassification', 'audio-classification'],
  ['ForAudioFrameClassification', 'AutoModelForAudioFrameClassification', null],
  ['ForXVector', 'AutoModelForAudioXVector', null],
  ['ForNextSentencePrediction', 'AutoModelForNextSentencePrediction', null],
  ['ForImageToImage', 'AutoModelForImageToImage', 'image-to-image'],
  ['ForImageSuperResolution', 'AutoModelForImageToImage', 'image-to-image'],
  ['ForPrediction', 'AutoModelForTimeSeriesPrediction', 'time-series-forecasting'],
  ['ForImageClassificationWithTeacher', 'AutoModelForImageClassification', 'image-classification'],
  ['ForMaskedImageModeling', 'AutoModelForMaskedImageModeling', null],
  ['ForQuestionAnsweringSimple', 'AutoModelForQuestionAnswering', 'question-answering'],
  ['ForSegmentation', 'AutoModelForImageSegmentation', 'image-segmentation'],
  ['ForSpeechToText', 'AutoModelForSpeechSeq2Seq', 'automatic-speech-recognition'],
  ['ForVisionText2Text', 'AutoModelForImageTextToText', 'image-text-to-text'],
  ['ForBlockDiffusion', 'AutoModelForImageTextToText', 'image-text-to-text'],
  ['ForRetrieval', 'AutoModelForPreTraining', 'visual-document-retrieval'],
  ['ForKeypointMatching', 'AutoModelForKeypointMatching', null],
  ['ForTextRecognition', 'AutoModelForTextRecognition', null],
  ['ForTableRecognition', 'AutoModelForTableRecognition', null],
  ['ForImageMatting', 'AutoModelForImageMatting', null],
  ['ForNormalEstimation', 'AutoModelForNormalEstimation', null],
  ['ForPoseEstimation', 'AutoModelForPoseEstimation', 'keypoint-detection'],
  ['ForPointmapEstimation', 'AutoModelForPointmapEstimation', null],
  ['ForDecision', 'AutoModelForDecision', null],
]

/** Architectures whose suffix names a different head from the one that loads them. The first matching pattern wins. */
const exceptions: readonly (readonly [architecture: RegExp, auto: string, task: string | null])[] = [
  [
    /^(Data2VecAudio|Hubert|SEWD?|UniSpeech(Sat)?|Wav2Vec2(Bert|Conformer)?|WavLM)ForSequenceClassification$/,
    'AutoModelForAudioClassification',
    'audio-classification',
  ],
  [/^(OwlViT|Owlv2|(MM)?GroundingDino|OmDetTurbo)ForObjectDetection$/, 'AutoModelForZeroShotObjectDetection', 'zero-shot-object-detection'],
  [/^TapasForQuestionAnswering$/, 'AutoModelForTableQuestionAnswering', 'table-question-answering'],
  [/^(Blip|Vilt)ForQuestionAnswering$/, 'AutoModelForVisualQuestionAnswering', 'visual-question-answering'],
  [/^LayoutLM(v[23])?ForQuestionAnswering$/, 'AutoModelForDocumentQuestionAnswering', 'document-question-answering'],
  [/^PerceiverForImageClassification/, 'AutoModelForImageClassification', 'image-classification'],
  [/^BertGenerationDecoder$/, 'AutoModelForCausalLM', 'text-generation'],
  [/^Mistral4ForCausalLM$/, 'AutoModelForImageTextToText', 'image-text-to-text'],
  [/^Blip2ForImageTextRetrieval$/, 'AutoModelForZeroShotImageClassification', 'zero-shot-image-classification'],
  [/^(MT5|T5|T5Gemma|UMT5)EncoderModel$/, 'AutoModelForTextEncoding', 'feature-extraction'],
  [/^(Emu3|Mllama)TextModel$/, 'AutoModelForTextEncoding', 'feature-extraction'],
  // Without a head, in families whose other members have one.
  [
    /^(AudioFlamingo|Bart|Blenderbot|BlenderbotSmall|Dia|FSMT|GraniteSpeech|LongT5|M2M100|MBart|MT5|Marian|Moonshine|Musicgen|Mvp|NllbMoe|PLBart|ProphetNet|Qwen2Audio|SeamlessM4T|Speech2Text|SwitchTransformers|T5|T5Gemma|UMT5|Voxtral|Whisper)(\d|v2|Gemma2|Melody|Plus|Realtime|RealtimeText|Streaming)?(Model|Encoder)$/,
    'AutoModel',
    'feature-extraction',
  ],
]

/**
 * Architectures ending in `…ForConditionalGeneration`, or with no head in the name, are ambiguous: the part before decides.
 * The first pattern that matches the architecture wins.
 */
const families: readonly (readonly [architecture: RegExp, auto: string, task: string | null])[] = [
  [
    /^(Whisper|Speech2Text|SeamlessM4T.*SpeechToText|Moonshine|SpeechEncoderDecoder|(Canary|CohereAsr|FunAsrNano|KyutaiSpeechToText|Qwen3ASR|VibeVoiceAsr)For)/,
    'AutoModelForSpeechSeq2Seq',
    'automatic-speech-recognition',
  ],
  [/^(GlmAsr|MossTranscribeDiarize|Nemotron3_5Transcribe)For/, 'AutoModelForSeq2SeqLM', 'automatic-speech-recognition'],
  [/^SpeechT5ForTextToSpeech/, 'AutoModelForTextToSpectrogram', 'text-to-audio'],
  [/^DiaFor/, 'AutoModelForSpeechSeq2Seq', 'text-to-audio'],
  [
    /^(Musicgen|Bark|VitsModel|Csm|SeamlessM4T.*TextToSpeech|(GradiumPhononTTS|HiggsAudioV2|PocketTTS|VibeVoice)For)/,
    'AutoModelForTextToWaveform',
    'text-to-audio',
  ],
  [/^Pop2Piano/, 'AutoModelForSpeechSeq2Seq', null],
  [/^(Qwen2Audio|Voxtral|GraniteSpeech|AudioFlamingo|MusicFlamingoFor)/, 'AutoModelForSeq2SeqLM', 'audio-text-to-text'],
  [/^((Qwen2_5Omni|Qwen3OmniMoe)ForConditional|NemotronH_Omni)/, 'AutoModelForMultimodalLM', 'any-to-any'],
  [/^Clvp/, 'AutoModel', null],
  [/^(Pegasus|PegasusX|BigBirdPegasus|LED)For/, 'AutoModelForSeq2SeqLM', 'summarization'],
  [/^(M2M100|NllbMoe|Marian|FSMT|SeamlessM4T)/, 'AutoModelForSeq2SeqLM', 'translation'],
  [
    /^(T5|MT5|UMT5|LongT5|SwitchTransformers|Bart|MBart|PLBart|Blenderbot|BlenderbotSmall|ProphetNet|XLMProphetNet|Mvp|EncoderDecoder|T5Gemma)/,
    'AutoModelForSeq2SeqLM',
    null,
  ],
  [/^(VisionEncoderDecoder|Pix2Struct|Blip2?For|GitFor)/, 'AutoModelForImageTextToText', 'image-to-text'],
  [/ForConditionalGeneration$/, 'AutoModelForImageTextToText', 'image-text-to-text'],
  [/^(CLIP|Siglip2?|AltCLIP|ChineseCLIP|CLIPSeg)Model$/, 'AutoModelForZeroShotImageClassification', 'zero-shot-image-classification'],
  [/^ClapModel$/, 'AutoModel', null],
  [/^(ViT|Dinov2|DINOv3ViT|Swin|ConvNext|Beit|Deit)\w*Model$/, 'AutoModel', 'image-feature-extraction'],
  [/^(Wav2Vec2|Hubert|WavLM)\w*Model$/, 'AutoModel', 'feature-extraction'],
  [/^(SamModel|Sam2Model)$/, 'AutoModelForMaskGeneration', 'mask-generation'],
  [/Model$/, 'AutoModel', 'feature-extraction'],
]

const visionTasks = new Set([
  'image-classification',
  'object-detection',
  'image-segmentation',
  'depth-estimation',
  'mask-generation',
  'keypoint-detection',
  'video-classification',
  'image-feature-extraction',
  'zero-shot-object-detection',
  'image-to-image',
])
const processorTasks = new Set([
  'image-text-to-text',
  'automatic-speech-recognition',
  'visual-question-answering',
  'document-question-answering',
  'image-to-text',
  'zero-shot-object-detection',
  'zero-shot-image-classification',
  'video-text-to-text',
  'visual-document-retrieval',
  'audio-text-to-text',
  'any-to-any',
  'text-to-audio',
])

/**
 * Which Auto classes load a transformers model, from `config.json` and the names of the files next to it.
 * `null` when the configuration names no architecture.
 */
export function transformersInfoOf(config: unknown, paths: ReadonlySet<string>): { info: TransformersInfo; task: string | null } | null {
  const architecture = labels(get(config, 'architectures'))[0] ?? null
  const modelType = label(get(config, 'model_type'))
  const autoMap = get(config, 'auto_map')
  if (architecture === null && modelType === null) return null
  if (architecture === null && !isObject(autoMap)) return null
  const { auto, task } = headOf(architecture ?? '')
  const custom = isObject(autoMap) ? Object.keys(autoMap).find((key) => /^AutoModel\w{0,60}$/.test(key)) : undefined
  const processor = processorOf(task, paths)
  const customClass = isObject(autoMap) ? label(autoMap[custom ?? '']) : null
  return {
    info: {
      auto_model: custom ?? auto,
      ...(customClass === null ? {} : { custom_class: customClass }),
      ...(task === null ? {} : { pipeline_tag: task }),
      ...(processor === null ? {} : { processor }),
    },
    task,
  }
}

function headOf(architecture: string): { auto: string; task: string | null } {
  const base = architecture.replace(/^(TF|Flax)(?=[A-Z])/, '')
  const found =
    exceptions.find(([pattern]) => pattern.test(base)) ??
    (base.endsWith('ForConditionalGeneration') ? undefined : heads.find(([ending]) => base.endsWith(ending))) ??
    families.find(([pattern]) => pattern.test(base))
  return found ? { auto: found[1], task: found[2] } : { auto: 'AutoModel', task: null }
}

function processorOf(task: string | null, paths: ReadonlySet<string>): string | null {
  const tokenizer = ['tokenizer.json', 'tokenizer_config.json', 'tokenizer.model', 'vocab.txt', 'vocab.json', 'spiece.model'].some((file) =>
    paths.has(file),
  )
  const preprocessor = paths.has('preprocessor_config.json') || paths.has('processor_config.json')
  if (paths.has('processor_config.json') || (task !== null && processorTasks.has(task) && (preprocessor || tokenizer)))
    return 'AutoProcessor'
  if (task !== null && visionTasks.has(task) && preprocessor) return 'AutoImageProcessor'
  if (task === 'audio-classification' && preprocessor) return 'AutoFeatureExtractor'
  return tokenizer ? 'AutoTokenizer' : null
}
