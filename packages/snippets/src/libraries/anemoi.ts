import { py } from '../code/index.ts'
import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock } from '../preamble.ts'
import { revisionOf } from '../target.ts'

/** What is below `huggingface` goes to the hub's client as it is. @see https://anemoi.readthedocs.io/en/latest/ — API of release 0.13 of anemoi-inference */
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
    const source = revision === null ? facts.id : { repo_id: facts.id, revision }
    const code = py`
      from anemoi.inference.config.run import RunConfiguration
      from anemoi.inference.runners.default import DefaultRunner

      config = RunConfiguration(checkpoint={"huggingface": ${source}})
      runner = DefaultRunner(config)
    `
    return { drafts: [{ id: 'load', title: 'Make a runner of the checkpoint', code: pythonBlock(target, code) }] }
  },
})
