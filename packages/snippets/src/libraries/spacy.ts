import { fill, lines, py, when } from '../code/index.ts'
import { filesEnding } from '../facts/model-facts.ts'
import { ext } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** A spaCy repository contains the pipeline as files; loading the folder does not require installing a wheel. @see https://spacy.io */
export const library = defineLibrary({
  id: 'spacy',
  label: 'spaCy',
  repo: 'https://github.com/explosion/spaCy',
  docs: 'https://spacy.io',
  filter: true,
  downloads: ext('whl'),
  names: { pypi: ['spacy', 'huggingface_hub'] },
  install: () => ({ python: ['spacy', 'huggingface_hub'], conda: ['spacy', 'huggingface_hub'] }),
  offers: (facts) => facts.tags.has('spacy'),
  snippets(facts, target) {
    const wheel = filesEnding(facts, '.whl')[0]
    const folder = facts.files.length === 0 || facts.files.includes('meta.json')
    const download = folder
      ? py`
          from huggingface_hub import snapshot_download

          path = snapshot_download(${facts.id}, ignore_patterns=["*.whl"]${pythonRevision(target)})
          nlp = spacy.load(path)
        `
      : py`
          from huggingface_hub import hf_hub_download

          wheel = hf_hub_download(${facts.id}, ${wheel ?? fill('your-model.whl')}${pythonRevision(target)})
          ZipFile(wheel).extractall("spacy-model")
          meta = next(path for path in sorted(Path("spacy-model").rglob("meta.json")) if (path.parent / "config.cfg").exists())
          nlp = spacy.load(meta.parent)
        `
    const code = lines('python', [
      when(
        !folder,
        py`
          from pathlib import Path
          from zipfile import ZipFile
        `,
      ),
      py`import spacy`,
      download,
      py`
        for token in nlp("The ship left Genoa on Monday."):
            print(token.text, token.pos_, token.ent_type_)
      `,
    ])
    return {
      drafts: [{ id: 'load', title: 'Load the pipeline', code: pythonBlock(target, code), proofId: folder ? 'load' : 'load:wheel' }],
    }
  },
})
