import { fill, py } from '../code/index.ts'
import { filesEnding } from '../facts/model-facts.ts'
import { path } from '../download-rule.ts'
import { defineLibrary, type Note } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** The file is downloaded first, so that it matches the revision. @see https://huggingface.co/docs/tokenizers */
export const library = defineLibrary({
  id: 'tokenizers',
  label: 'Tokenizers',
  repo: 'https://github.com/huggingface/tokenizers',
  docs: 'https://huggingface.co/docs/tokenizers',
  filter: false,
  downloads: path('tokenizer.json'),
  names: { pypi: ['tokenizers', 'huggingface_hub'] },
  install: () => ({ python: ['tokenizers', 'huggingface_hub'], conda: ['tokenizers', 'huggingface_hub'] }),
  offers: (facts) => facts.library === null && filesEnding(facts, 'tokenizer.json').length > 0,
  snippets(facts, target) {
    const [file] = filesEnding(facts, 'tokenizer.json').sort((a, b) => a.length - b.length)
    const notes: Note[] =
      file === undefined ? [{ code: 'file-missing', text: 'No tokenizer.json is known of this revision. Fill in its name.' }] : []
    const code = py`
      from huggingface_hub import hf_hub_download
      from tokenizers import Tokenizer

      path = hf_hub_download(${facts.id}, ${file ?? fill('your-tokenizer.json')}${pythonRevision(target)})
      tokenizer = Tokenizer.from_file(path)
      encoded = tokenizer.encode(${facts.widgetText ?? 'The wind turned in the night, and we sailed at dawn.'})
      print(encoded.ids)
      print(encoded.tokens)
    `
    return { drafts: [{ id: 'encode', title: 'Turn a text into tokens', code: pythonBlock(target, code) }], notes }
  },
})
