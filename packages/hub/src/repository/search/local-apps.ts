/**
 * Which models a local app can run, as sets of tags: a model fits if it has all tags of one set.
 * The conditions come from the catalog (local apps), as far as they can be expressed as tags.
 */
const gguf = [['gguf']] as const
const mlx = [['mlx']] as const
const served = [
  ['transformers', 'text-generation'],
  ['transformers', 'image-text-to-text'],
] as const
const vllm = [...served, ['gguf', 'text-generation'], ['gguf', 'image-text-to-text']] as const
const agent = [
  ['gguf', 'conversational'],
  ['mlx', 'conversational'],
] as const

export const localAppTags: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'llama.cpp': gguf,
  'node-llama-cpp': gguf,
  vllm,
  sglang: served,
  'mlx-lm': [['mlx', 'text-generation']],
  tgi: [['text-generation-inference']],
  lmstudio: [...gguf, ...mlx],
  localai: gguf,
  jan: gguf,
  'atomic-chat': [...gguf, ...mlx],
  backyard: gguf,
  jellybox: [...gguf, ['diffusers', 'safetensors', 'text-to-image'], ['diffusers', 'safetensors', 'lora']],
  msty: gguf,
  recursechat: gguf,
  drawthings: [
    ['diffusers', 'text-to-image'],
    ['diffusers', 'lora'],
  ],
  diffusionbee: [['diffusers', 'text-to-image']],
  joyfusion: [['coreml', 'joyfusion', 'text-to-image']],
  ollama: gguf,
  unsloth: [['unsloth'], ...gguf],
  'docker-model-runner': [...gguf, ...vllm],
  lemonade: [...gguf, ['ryzenai-npu'], ['ryzenai-hybrid']],
  pi: agent,
  'hermes-agent': agent,
  openclaw: agent,
}
