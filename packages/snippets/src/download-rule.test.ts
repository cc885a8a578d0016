import { expect, test } from 'vitest'
import { countsUnder, describeDownloads, type DownloadRule } from './download-rule.ts'
import { findLibrary } from './registry.ts'

test.for([
  ['default', 'config.json', true],
  ['default', 'sub/config.json', false],
  [{ ext: 'pth' }, 'a/b.pth', true],
  [{ ext: 'pth' }, 'pth', false],
  [{ ext: 'pth' }, 'a.PTH', false],
  [{ stem: 'model' }, 'x/model.mil', true],
  [{ stem: '_ops' }, '_ops', true],
  [{ folder: 'checkpoints/' }, 'checkpoints/a.pt', true],
  [{ folder: 'checkpoints/' }, 'checkpoints/b/a.pt', false],
  [{ allOf: [{ stem: 'model' }, { ext: 'mil' }, { inFolder: true }] }, 'model.mil', false],
  [{ allOf: [{ stem: 'model' }, { ext: 'mil' }, { inFolder: true }] }, 'a/model.mil', true],
  [{ anyOf: [{ path: 'a' }, { atRoot: true }] }, 'x/y', false],
] as const satisfies readonly (readonly [DownloadRule, string, boolean])[])('%j counts %s: %s', ([rule, file, counts]) => {
  expect(countsUnder(rule, file)).toBe(counts)
})

test.for([
  ['peft', 'adapter_config.json', true],
  ['peft', 'config.json', false],
  ['timm', 'model.safetensors', true],
  ['diffusers', 'unet/config.json', false],
  ['diffusers', 'model_index.json', true],
  ['diffusers', 'lora.safetensors', true],
  ['diffusers', 'unet/model.safetensors', false],
] as const)('%s: %s counts: %s', ([library, file, counts]) => {
  expect(countsUnder(findLibrary(library)?.downloads ?? 'default', file)).toBe(counts)
})

test('rules read as words', () => {
  expect(describeDownloads({ anyOf: [{ ext: 'pt' }, { path: 'config.json' }] })).toBe('any .pt file, or config.json')
  expect(describeDownloads('default')).toContain('config.json')
})
