/** Parameters and results of `InferenceClient` in huggingface_hub 2.4, by task. */
export interface PythonTask {
  readonly method: string
  /** Parameters that the method accepts by name. */
  readonly parameters: readonly string[]
  /** Where other parameters go: an `extra_body` argument, any keyword argument, or nowhere. */
  readonly others?: 'extra_body' | 'keywords'
  /** The return value: a Pillow image, bytes, or something to print. */
  readonly gives?: 'image' | 'bytes'
  /** Imports in addition to its own requirements. */
  readonly needs?: readonly string[]
}

export const pythonTasks: Readonly<Record<string, PythonTask>> = {
  'audio-classification': { method: 'audio_classification', parameters: ['top_k', 'function_to_apply'] },
  'audio-to-audio': { method: 'audio_to_audio', parameters: [] },
  'automatic-speech-recognition': { method: 'automatic_speech_recognition', parameters: [], others: 'extra_body' },
  'document-question-answering': {
    method: 'document_question_answering',
    parameters: [
      'doc_stride',
      'handle_impossible_answer',
      'lang',
      'max_answer_len',
      'max_question_len',
      'max_seq_len',
      'top_k',
      'word_boxes',
    ],
  },
  'feature-extraction': {
    method: 'feature_extraction',
    parameters: ['normalize', 'prompt_name', 'truncate', 'truncation_direction', 'dimensions', 'encoding_format'],
    needs: ['numpy'],
  },
  'fill-mask': { method: 'fill_mask', parameters: ['targets', 'top_k'] },
  'image-classification': { method: 'image_classification', parameters: ['function_to_apply', 'top_k'] },
  'image-segmentation': {
    method: 'image_segmentation',
    parameters: ['mask_threshold', 'overlap_mask_area_threshold', 'subtask', 'threshold'],
    needs: ['Pillow'],
  },
  'image-to-image': {
    method: 'image_to_image',
    parameters: ['prompt', 'negative_prompt', 'num_inference_steps', 'guidance_scale', 'target_size'],
    others: 'keywords',
    gives: 'image',
    needs: ['Pillow'],
  },
  'image-to-text': { method: 'image_to_text', parameters: [] },
  'image-to-video': {
    method: 'image_to_video',
    parameters: ['prompt', 'negative_prompt', 'num_frames', 'num_inference_steps', 'guidance_scale', 'seed', 'target_size'],
    others: 'keywords',
    gives: 'bytes',
  },
  'object-detection': { method: 'object_detection', parameters: ['threshold'] },
  'question-answering': {
    method: 'question_answering',
    parameters: ['align_to_words', 'doc_stride', 'handle_impossible_answer', 'max_answer_len', 'max_question_len', 'max_seq_len', 'top_k'],
  },
  'sentence-similarity': { method: 'sentence_similarity', parameters: [] },
  summarization: { method: 'summarization', parameters: ['clean_up_tokenization_spaces', 'generate_parameters', 'truncation'] },
  'table-question-answering': { method: 'table_question_answering', parameters: ['padding', 'sequential', 'truncation'] },
  'text-classification': { method: 'text_classification', parameters: ['top_k', 'function_to_apply'] },
  'text-to-image': {
    method: 'text_to_image',
    parameters: ['negative_prompt', 'height', 'width', 'num_inference_steps', 'guidance_scale', 'scheduler', 'seed'],
    others: 'extra_body',
    gives: 'image',
    needs: ['Pillow'],
  },
  'text-to-speech': {
    method: 'text_to_speech',
    parameters: [
      'do_sample',
      'early_stopping',
      'epsilon_cutoff',
      'eta_cutoff',
      'max_length',
      'max_new_tokens',
      'min_length',
      'min_new_tokens',
      'num_beam_groups',
      'num_beams',
      'penalty_alpha',
      'temperature',
      'top_k',
      'top_p',
      'typical_p',
      'use_cache',
    ],
    others: 'extra_body',
    gives: 'bytes',
  },
  'text-to-video': {
    method: 'text_to_video',
    parameters: ['guidance_scale', 'negative_prompt', 'num_frames', 'num_inference_steps', 'seed'],
    others: 'extra_body',
    gives: 'bytes',
  },
  'token-classification': { method: 'token_classification', parameters: ['aggregation_strategy', 'ignore_labels', 'stride'] },
  translation: {
    method: 'translation',
    parameters: ['src_lang', 'tgt_lang', 'clean_up_tokenization_spaces', 'truncation', 'generate_parameters'],
  },
  'visual-question-answering': { method: 'visual_question_answering', parameters: ['top_k'] },
  'zero-shot-classification': {
    method: 'zero_shot_classification',
    parameters: ['candidate_labels', 'multi_label', 'hypothesis_template'],
  },
  'zero-shot-image-classification': { method: 'zero_shot_image_classification', parameters: ['candidate_labels', 'hypothesis_template'] },
}

/** Parameters that chat accepts by name; all others go into `extra_body`. */
export const pythonChatParameters: ReadonlySet<string> = new Set([
  'frequency_penalty',
  'logit_bias',
  'logprobs',
  'max_tokens',
  'n',
  'presence_penalty',
  'response_format',
  'seed',
  'stop',
  'stream_options',
  'temperature',
  'tool_choice',
  'tool_prompt',
  'tools',
  'top_logprobs',
  'top_p',
])

/** Tasks of a provider that the JavaScript client supports and the Python client does not. */
const missing: Readonly<Record<string, readonly string[]>> = {
  deepinfra: ['text-to-image'],
  'fal-ai': ['audio-to-audio', 'image-text-to-image', 'image-text-to-video', 'text-to-audio'],
  'hf-inference': ['tabular-regression', 'text-to-audio'],
  novita: ['image-text-to-video'],
  together: ['automatic-speech-recognition'],
  wavespeed: ['image-text-to-image', 'image-text-to-video'],
  'zai-org': ['image-to-text'],
}

export function pythonClientServes(provider: string, task: string): boolean {
  return Object.hasOwn(pythonTasks, task) && missing[provider]?.includes(task) !== true
}
