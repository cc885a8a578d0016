import { fill, lines, sh } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary } from '../library.ts'
import { shellEndpoint, shellRevision } from '../preamble.ts'

/**
 * Its own download command clones with Git and accepts no revision; this code puts the files where it would: in a folder named after the experiment.
 * @see https://www.samplefactory.dev — command line of release 2.1
 */
export const library = defineLibrary({
  id: 'sample-factory',
  label: 'sample-factory',
  repo: 'https://github.com/alex-petrenko/sample-factory',
  docs: 'https://www.samplefactory.dev',
  filter: true,
  downloads: path('cfg.json'),
  names: { pypi: ['sample-factory', 'huggingface_hub'] },
  install: () => ({ python: ['sample-factory', 'huggingface_hub'] }),
  snippets(facts, target) {
    const code = lines('shell', [
      shellEndpoint(target),
      sh`hf download ${facts.id}${shellRevision(target)} --local-dir ${`./train_dir/${facts.name}`}`,
      sh`
        # the environment that it was trained in, as cfg.json names it, and the script that shows it
        python -m ${fill('sf_examples.vizdoom.enjoy_vizdoom')} --env=${fill('doom_basic')} --train_dir=./train_dir --experiment=${facts.name}
      `,
    ])
    return {
      drafts: [{ id: 'enjoy', title: 'Watch the agent', code }],
      notes: [
        {
          code: 'input-needed',
          text: 'Fill in the environment. What it needs is an extra of the package: sample-factory[vizdoom], [atari] or [mujoco].',
        },
      ],
    }
  },
})
