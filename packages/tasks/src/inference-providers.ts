/** Hosted inference providers: base URLs, keys, and the tasks they serve. */

/** `conversational` is chat; the others are pipeline tasks. */
export interface InferenceProvider {
  readonly key: string
  readonly label: string
  /** Its organization on huggingface.co. */
  readonly organization: string
  /** Base URL for direct calls, without a trailing slash. */
  readonly baseUrl: string
  /** Environment variable that snippets read the provider's own key from. */
  readonly environment: string
  /** How a direct call passes its key in the Authorization header. */
  readonly scheme: 'Bearer' | 'Key'
  /** Accepts only its own key: no router can call it with a hub token. Its model ids carry the prefix `<key>/`. */
  readonly ownKeyOnly?: true
  /** Headers of every call. */
  readonly headers?: readonly { readonly name: string; readonly value: string }[]
  /** Path below the base URL by task. `{model}` is the provider's id of the model. */
  readonly routes: Readonly<Record<string, string>>
}

/** @see https://huggingface.co/docs/inference-providers — routes checked against `@huggingface/inference` 4.13 and `huggingface_hub` 2.4 */
export const inferenceProviders = {
  baseten: provider('baseten', 'Baseten', 'https://inference.baseten.co', { conversational: 'v1/chat/completions' }),
  cerebras: provider('cerebras', 'Cerebras', 'https://api.cerebras.ai', { conversational: 'v1/chat/completions' }),
  cohere: provider(
    'cohere',
    'Cohere',
    'https://api.cohere.com',
    { conversational: 'compatibility/v1/chat/completions' },
    { organization: 'CohereLabs' },
  ),
  deepinfra: provider(
    'deepinfra',
    'DeepInfra',
    'https://api.deepinfra.com',
    {
      'automatic-speech-recognition': 'v1/openai/audio/transcriptions',
      conversational: 'v1/openai/chat/completions',
      'feature-extraction': 'v1/openai/embeddings',
      'text-generation': 'v1/openai/completions',
      'text-to-image': 'v1/openai/images/generations',
      'text-to-speech': 'v1/openai/audio/speech',
    },
    { organization: 'DeepInfra' },
  ),
  'fal-ai': provider(
    'fal-ai',
    'fal',
    // Speech is returned synchronously, at fal.run: see falSynchronousTasks
    'https://queue.fal.run',
    Object.fromEntries(
      [
        'audio-to-audio',
        'automatic-speech-recognition',
        'image-segmentation',
        'image-text-to-image',
        'image-text-to-video',
        'image-to-image',
        'image-to-video',
        'text-to-audio',
        'text-to-image',
        'text-to-speech',
        'text-to-video',
      ].map((task) => [task, '{model}']),
    ),
    { organization: 'fal', scheme: 'Key' },
  ),
  'featherless-ai': provider('featherless-ai', 'Featherless AI', 'https://api.featherless.ai', {
    conversational: 'v1/chat/completions',
    'text-generation': 'v1/completions',
  }),
  'fireworks-ai': provider('fireworks-ai', 'Fireworks', 'https://api.fireworks.ai', {
    conversational: 'inference/v1/chat/completions',
  }),
  groq: provider('groq', 'Groq', 'https://api.groq.com', {
    conversational: 'openai/v1/chat/completions',
    'text-generation': 'openai/v1/chat/completions',
  }),
  'hf-inference': provider(
    'hf-inference',
    'HF Inference',
    'https://router.huggingface.co/hf-inference',
    {
      ...Object.fromEntries(
        [
          'audio-classification',
          'audio-to-audio',
          'automatic-speech-recognition',
          'document-question-answering',
          'fill-mask',
          'image-classification',
          'image-segmentation',
          'image-to-image',
          'image-to-text',
          'object-detection',
          'question-answering',
          'summarization',
          'table-question-answering',
          'tabular-classification',
          'tabular-regression',
          'text-classification',
          'text-to-audio',
          'text-to-image',
          'text-to-speech',
          'token-classification',
          'translation',
          'visual-question-answering',
          'zero-shot-classification',
          'zero-shot-image-classification',
        ].map((task) => [task, 'models/{model}']),
      ),
      conversational: 'models/{model}/v1/chat/completions',
      'text-generation': 'models/{model}/v1/completions',
      'feature-extraction': 'models/{model}/pipeline/feature-extraction',
      'sentence-similarity': 'models/{model}/pipeline/sentence-similarity',
    },
    { environment: 'HF_TOKEN' },
  ),
  novita: provider('novita', 'Novita', 'https://api.novita.ai', {
    conversational: 'v3/openai/chat/completions',
    'image-text-to-video': 'v3/minimax/v2/video_generation',
    'text-generation': 'v3/openai/completions',
    'text-to-video': 'v3/async/{model}',
  }),
  nscale: provider('nscale', 'Nscale', 'https://inference.api.nscale.com', {
    conversational: 'v1/chat/completions',
    'text-to-image': 'v1/images/generations',
  }),
  openai: provider('openai', 'OpenAI', 'https://api.openai.com', { conversational: 'v1/chat/completions' }, { ownKeyOnly: true }),
  ovhcloud: provider('ovhcloud', 'OVHcloud AI Endpoints', 'https://oai.endpoints.kepler.ai.cloud.ovh.net', {
    conversational: 'v1/chat/completions',
    'text-generation': 'v1/completions',
  }),
  publicai: provider('publicai', 'Public AI', 'https://api.publicai.co', { conversational: 'v1/chat/completions' }),
  replicate: provider(
    'replicate',
    'Replicate',
    'https://api.replicate.com',
    Object.fromEntries(
      ['automatic-speech-recognition', 'image-to-image', 'text-to-image', 'text-to-speech', 'text-to-video'].map((task) => [
        task,
        'v1/models/{model}/predictions',
      ]),
    ),
    { headers: [{ name: 'Prefer', value: 'wait' }] },
  ),
  scaleway: provider('scaleway', 'Scaleway', 'https://api.scaleway.ai', {
    conversational: 'v1/chat/completions',
    'feature-extraction': 'v1/embeddings',
    'text-generation': 'v1/completions',
  }),
  together: provider(
    'together',
    'Together AI',
    'https://api.together.xyz',
    {
      'automatic-speech-recognition': 'v1/audio/transcriptions',
      conversational: 'v1/chat/completions',
      'feature-extraction': 'v1/embeddings',
      'image-to-image': 'v1/images/generations',
      'image-to-video': 'v2/videos',
      'text-generation': 'v1/completions',
      'text-to-image': 'v1/images/generations',
      'text-to-speech': 'v1/audio/speech',
      'text-to-video': 'v2/videos',
    },
    { organization: 'togethercomputer' },
  ),
  wavespeed: provider(
    'wavespeed',
    'WaveSpeedAI',
    'https://api.wavespeed.ai',
    Object.fromEntries(
      ['image-text-to-image', 'image-text-to-video', 'image-to-image', 'image-to-video', 'text-to-image', 'text-to-video'].map((task) => [
        task,
        'api/v3/{model}',
      ]),
    ),
  ),
  'zai-org': provider(
    'zai-org',
    'Z.ai',
    'https://api.z.ai',
    {
      conversational: 'api/paas/v4/chat/completions',
      'image-to-text': 'api/paas/v4/layout_parsing',
      'text-to-image': 'api/paas/v4/async/images/generations',
    },
    {
      headers: [
        { name: 'x-source-channel', value: 'hugging_face' },
        { name: 'accept-language', value: 'en-US,en' },
      ],
    },
  ),
} as const satisfies Readonly<Record<string, InferenceProvider>>

export type InferenceProviderKey = keyof typeof inferenceProviders

export const inferenceProviderKeys = Object.keys(inferenceProviders) as InferenceProviderKey[]

/** fal answers these synchronously at https://fal.run; every other task is a job in its queue. */
export const falSynchronousTasks: ReadonlySet<string> = new Set(['automatic-speech-recognition', 'text-to-speech'])

/** The provider with that key, or `null`. Accepts any text. */
export function findInferenceProvider(key: string): InferenceProvider | null {
  return Object.hasOwn(inferenceProviders, key) ? inferenceProviders[key as InferenceProviderKey] : null
}

/** The environment variable of a provider's own key: every hyphen becomes an underscore. */
export function providerEnvironment(key: string): string {
  return `${key.toUpperCase().replaceAll('-', '_')}_API_KEY`
}

/** The tasks whose models are called with chat messages. */
export const chatTasks: ReadonlySet<string> = new Set(['text-generation', 'image-text-to-text'])

function provider(
  key: string,
  label: string,
  baseUrl: string,
  routes: InferenceProvider['routes'],
  more: Partial<Pick<InferenceProvider, 'organization' | 'environment' | 'scheme' | 'ownKeyOnly' | 'headers'>> = {},
): InferenceProvider {
  return { key, label, organization: key, baseUrl, environment: providerEnvironment(key), scheme: 'Bearer', routes, ...more }
}
