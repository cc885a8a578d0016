import { identifier, lines, py } from '../code/index.ts'
import { defineLibrary, type Draft } from '../library.ts'
import { pinnedFolder } from '../pinned-folder.ts'
import { pythonBlock } from '../preamble.ts'

/** @see https://lightning-ir.webis.de — API of release 0.0.6 */
export const library = defineLibrary({
  id: 'lightning-ir',
  label: 'Lightning IR',
  repo: 'https://github.com/webis-de/lightning-ir',
  downloads: 'default',
  names: { pypi: ['lightning-ir'] },
  install: () => ({ python: ['lightning-ir'] }),
  snippets(facts, target) {
    const { imports, fetch, source } = pinnedFolder(facts, target)
    const draft = (id: string, title: string, name: string): Draft => {
      const code = py`
        ${lines('python', [imports, py`from lightning_ir import ${identifier(name)}`])}

        ${lines('python', [fetch, py`model = ${identifier(name)}(${source})`])}
        output = model.score(
            "Which ocean is the deepest?",
            [
                "The Mariana Trench lies in the Pacific.",
                "Genoa is a harbour in Italy.",
                "The North Sea is shallow.",
            ],
        )
        print(output.scores)
      `
      return { id, title, code: pythonBlock(target, code) }
    }
    const bi = draft('bi-encoder', 'Score documents with a bi-encoder', 'BiEncoderModule')
    const cross = draft('cross-encoder', 'Score documents with a cross-encoder', 'CrossEncoderModule')
    if (facts.tags.has('bi-encoder')) return { drafts: [bi] }
    if (facts.tags.has('cross-encoder')) return { drafts: [cross] }
    return {
      drafts: [bi, cross],
      notes: [{ code: 'type-unknown', text: 'No tag says whether this is a bi-encoder or a cross-encoder: one of the two loads it.' }],
    }
  },
})
