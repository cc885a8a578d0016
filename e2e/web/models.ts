import { tinyModel } from '@portolan/gguf/testing'
import { bootHub, type BootedHub } from '../support/booted-hub.ts'
import { commitFiles } from '../support/commit-files.ts'
import { admin, expect, test as site } from './site.ts'

/** A hub with models of several libraries, quantized and not, and nothing else. */
export const test = site.extend<object, { hub: BootedHub }>({
  hub: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures wanted from this pattern
    async ({}, use) => {
      await using hub = await bootHub()
      for (const [name, files] of Object.entries(models)) await addModel(hub, name, files)
      await use(hub)
    },
    { scope: 'worker' },
  ],
})

const card = (frontMatter: string, title: string) => `---\n${frontMatter}\n---\n# ${title}\n\nAbout it.\n`

/** Returns a header with this many parameters, without the tensor data, since nothing here reads it. */
function safetensors(parameters: number): Uint8Array {
  const header = Buffer.from(JSON.stringify({ weight: { dtype: 'BF16', shape: [parameters], data_offsets: [0, parameters * 2] } }))
  const size = Buffer.alloc(8)
  size.writeBigUInt64LE(BigInt(header.length))
  return Buffer.concat([size, header, Buffer.alloc(parameters * 2)])
}

const models: Record<string, Record<string, string | Uint8Array>> = {
  stories: {
    'README.md': card('library_name: transformers\npipeline_tag: text-generation\ntags: [conversational]', 'Stories'),
    'config.json': '{"model_type":"llama","architectures":["LlamaForCausalLM"]}',
    'tokenizer_config.json': '{"chat_template":"{{ messages }}"}',
    'tokenizer.json': '{}',
    'onnx/model.onnx': 'none',
    'model.safetensors': safetensors(4096),
  },
  sea: {
    'README.md': card('pipeline_tag: text-generation\ntags: [conversational]', 'Sea'),
    'Sea.Q2_K.gguf': tinyModel('Q2_K'),
    'Sea.Q4_K_M.gguf': tinyModel('Q4_K_M'),
    'Sea.Q8_0.gguf': tinyModel('Q8_0'),
  },
  tide: {
    'README.md': card('pipeline_tag: text-generation\ntags: [conversational]', 'Tide'),
    'Tide.Q4_K_M.gguf': tinyModel('Q4_K_M'),
  },
  trees: { 'README.md': card('library_name: sklearn\npipeline_tag: tabular-classification', 'Trees'), 'model.skops': 'x' },
  odd: { 'README.md': card('library_name: nobody-knows-it', 'Odd') },
  talker: {
    'README.md': card('library_name: transformers\npipeline_tag: text-generation', 'Talker'),
    'tokenizer_config.json': JSON.stringify({
      bos_token: '<s>',
      eos_token: '</s>',
      chat_template: [
        {
          name: 'default',
          template:
            "{{ bos_token }}{% for m in messages %}{% if m.role == 'user' %}{{ '[INST] ' + m.content + ' [/INST]' }}{% else %}{{ m.content ~ eos_token }}{% endif %}{% endfor %}",
        },
        { name: 'strict', template: "{% for m in messages if m.role != 'user' %}{{ raise_exception('only questions here') }}{% endfor %}" },
      ],
    }),
  },
  endless: {
    'README.md': card('pipeline_tag: text-generation', 'Endless'),
    'chat_template.jinja': '{% for a in range(100000) %}{% for b in range(100000) %}{% endfor %}{% endfor %}',
  },
  unreadable: {
    'README.md': card('pipeline_tag: text-generation', 'Unreadable'),
    'chat_template.jinja': '{% for m in messages %}\n{{ m.content }\n{% endfor %}',
  },
  vectors: { 'README.md': card('library_name: sentence-transformers\npipeline_tag: sentence-similarity', 'Vectors'), 'modules.json': '[]' },
}

async function addModel(hub: BootedHub, name: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  const created = await hub.fetch('/api/repos/create', { method: 'POST', body: JSON.stringify({ type: 'model', name }) })
  expect(created.status).toBe(200)
  await commitFiles(hub, `models/${admin.name}/${name}`, files)
}
