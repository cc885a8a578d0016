import { py } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import { filesEnding } from '../facts/model-facts.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock } from '../preamble.ts'
import { revisionOf } from '../target.ts'

/**
 * Everything below `huggingface` is passed to the hub client unchanged. @see https://anemoi.readthedocs.io/en/latest/ — API of release 0.13 of
 * anemoi-inference
 */
export const library = defineLibrary({
  id: 'anemoi',
  label: 'AnemoI',
  repo: 'https://github.com/ecmwf/anemoi-inference',
  docs: 'https://anemoi.readthedocs.io/en/latest/',
  filter: false,
  downloads: ext('ckpt'),
  names: { pypi: ['anemoi-inference'] },
  install: () => ({ python: ['anemoi-inference[huggingface]'] }),
  snippets(facts, target) {
    const revision = revisionOf(target)
    // It loads the only checkpoint of a repository; with several, it must be told which one.
    const files = filesEnding(facts, '.ckpt').filter((name) => !name.startsWith('-'))
    const filename = files.length > 1 || files[0]?.includes('/') ? files[0] : undefined
    const source =
      revision === null && filename === undefined
        ? facts.id
        : { repo_id: facts.id, ...(filename === undefined ? {} : { filename }), ...(revision === null ? {} : { revision }) }
    const code = py`
      from anemoi.inference.config.run import RunConfiguration
      from anemoi.inference.runners.default import DefaultRunner

      config = RunConfiguration(checkpoint={"huggingface": ${source}})
      runner = DefaultRunner(config)
    `
    return {
      drafts: [{ id: 'load', title: 'Make a runner of the checkpoint', code: pythonBlock(target, code) }],
      notes: [{ code: 'pickle', text: 'A .ckpt file holds a pickle: loading it can run code. Do it only with files you trust.' }],
    }
  },
})
