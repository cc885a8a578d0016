import { lines, py, when } from '../code/index.ts'
import { path } from '../download-rule.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

const settings = 'rl_agent_config.json'

/** @see https://github.com/NandhaKishorM/laya — API of release 0.4 */
export const library = defineLibrary({
  id: 'laya',
  label: 'Laya',
  repo: 'https://github.com/NandhaKishorM/laya',
  filter: false,
  downloads: path(settings),
  names: { pypi: ['laya'] },
  install: () => ({ python: ['laya'] }),
  snippets(facts, target) {
    const subfolder = subfolderOf(facts)
    const device = when(target.device !== 'auto', py`, device=${target.device}`)
    const code = py`
      ${lines('python', [
        py`from laya import Agent`,
        py``,
        py`agent = Agent(${facts.id}${when(subfolder !== null, py`, subfolder=${subfolder}`)}${pythonRevision(target)}${device})`,
      ])}
      questions = {
          "place": {
              "type": "choice",
              "instructions": "Where does the ship lie?",
              "criteria": {"harbour": "moored at a quay", "sea": "under way, far from land"},
          },
          "repairs": {"type": "noul", "instructions": "Does the ship need repairs?"},
      }
      result = agent.predict(${facts.widgetText ?? 'We moored at noon. The storm tore our mainsail, and the mast is cracked.'}, questions)
      print(result["answers"])
    `
    return { drafts: [{ id: 'decide', title: 'Answer questions about a text', code: pythonBlock(target, code) }] }
  },
})

/** For a repository that bundles several models and has none at its root: the folder of the first one. */
function subfolderOf(facts: ModelFacts): string | null {
  if (facts.files.includes(settings)) return null
  const [first] = facts.files.filter((file) => file.endsWith(`/${settings}`)).sort()
  return first === undefined ? null : first.slice(0, -settings.length - 1)
}
