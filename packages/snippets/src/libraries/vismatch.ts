import { fill, py, when } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { noRevision, pythonBlock } from '../preamble.ts'

/** Matchers are selected by name, and download their weights themselves. @see https://vismatch.readthedocs.io/ — API of release 1.4 */
export const library = defineLibrary({
  id: 'vismatch',
  label: 'VisMatch',
  repo: 'https://github.com/gmberton/vismatch',
  docs: 'https://vismatch.readthedocs.io/',
  filter: false,
  downloads: path('vismatch.yaml'),
  names: { pypi: ['vismatch'] },
  install: () => ({ python: ['vismatch'] }),
  snippets(facts, target) {
    const device = when(target.device !== 'auto', py`${target.device}`) ?? py`"cuda" if torch.cuda.is_available() else "cpu"`
    const code = py`
      ${when(target.device === 'auto', py`import torch`)}
      from vismatch import get_matcher
      from vismatch.viz import plot_matches

      device = ${device}
      matcher = get_matcher(${facts.name}, device=device)
      first = matcher.load_image(${fill('your-first-image.jpg')}, resize=512)
      second = matcher.load_image(${fill('your-second-image.jpg')}, resize=512)
      result = matcher(first, second)
      print(result["num_inliers"])
      plot_matches(first, second, result, save_path="matches.png")
    `
    return {
      drafts: [{ id: 'match', title: 'Match two pictures', code: pythonBlock(target, code) }],
      notes: [
        {
          code: 'fixed-model',
          text: 'A matcher is found by its name, and fetches the weights that the package names: for most, those of the organisation vismatch of this hub.',
        },
        ...noRevision(target, 'get_matcher'),
      ],
    }
  },
})
