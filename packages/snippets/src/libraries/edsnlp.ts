import { identifier, isIdentifier, py, sh } from '../code/index.ts'
import { allOf, ext, stem } from '../download-rule.ts'
import { defineLibrary, type Draft, type Note } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'
import { revisionOf } from '../target.ts'

/**
 * Keyword arguments that `load` does not know are passed to its loader for hub repositories. @see https://aphp.github.io/edsnlp/latest/ — API of
 * release 0.23
 */
export const library = defineLibrary({
  id: 'edsnlp',
  label: 'EDS-NLP',
  repoName: 'edsnlp',
  repo: 'https://github.com/aphp/edsnlp',
  docs: 'https://aphp.github.io/edsnlp/latest/',
  filter: false,
  downloads: allOf(stem('config'), ext('cfg')),
  names: { pypi: ['edsnlp'] },
  install: () => ({ python: ['edsnlp[ml]', 'huggingface_hub'] }),
  snippets(facts, target) {
    const text = 'Le patient est admis pour une douleur thoracique.'
    const load = py`
      import edsnlp

      nlp = edsnlp.load(${facts.id}${pythonRevision(target)})
      doc = nlp(${text})
      print(doc.ents)
    `
    const drafts: Draft[] = [
      {
        id: 'load',
        title: 'Load the pipeline',
        code: pythonBlock(target, load),
        notes: [{ code: 'custom-code', text: 'The repository is a Python package: loading it installs it and runs its code.' }],
      },
    ]
    const name = facts.name.replaceAll('-', '_')
    const notes: Note[] = []
    if (isIdentifier(name)) {
      const revision = revisionOf(target)
      const source = `git+${target.endpoint}/${facts.id}${revision === null ? '' : `@${revision}`}`
      const module = identifier(name)
      const installed = py`
        import ${module}

        nlp = ${module}.load()
        doc = nlp(${text})
        print(doc.ents)
      `
      drafts.push(
        {
          id: 'package',
          title: 'Install it as a package',
          code: target.python === 'uv' ? sh`uv pip install ${source}` : sh`pip install ${source}`,
        },
        { id: 'import', title: 'Load the installed package', code: installed },
      )
    } else
      notes.push({
        code: 'name-not-importable',
        text: 'The name of the repository is no name of a Python module, so it cannot be imported as a package.',
      })
    return { drafts, notes }
  },
})
