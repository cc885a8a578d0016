import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { admin, bootHub } from './support/booted-hub.ts'
import { commitFiles } from './support/commit-files.ts'
const hub = await bootHub(process.env['EXTRA'] ? JSON.parse(process.env['EXTRA']) : {})
writeFileSync('/tmp/me/url', hub.url)
async function repo(name: string, folder: string, card: string) {
  await hub.fetch('/api/repos/create', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, type: 'model' }),
  })
  const files: Record<string, Uint8Array | string> = { 'README.md': card }
  if (folder)
    for (const f of readdirSync(folder, { recursive: true }) as string[])
      if (!statSync(join(folder, f)).isDirectory()) files[f] = readFileSync(join(folder, f))
  await commitFiles(hub, `models/${admin.name}/${name}`, files)
}
await repo(
  'stories260K',
  '/work/shared/data/models/karpathy/stories260K',
  '---\nlibrary_name: transformers\npipeline_tag: text-generation\ntags: [conversational]\nlicense: mit\n---\n# Stories 260K\nA tiny Llama.\n',
)
await repo(
  'mnist',
  '/work/shared/data/models/microsoft/mnist-cntk',
  '---\nlibrary_name: onnx\npipeline_tag: image-classification\n---\n# MNIST\n',
)
await repo('sdxl', '', '---\nlibrary_name: diffusers\npipeline_tag: text-to-image\n---\n# SD\nA picture model without weights.\n')
console.log(hub.url, admin.token)
await new Promise(() => {})
