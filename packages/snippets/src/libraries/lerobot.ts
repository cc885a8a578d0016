import { fill, lines, sh } from '../code/index.ts'
import { defineLibrary } from '../library.ts'
import { noRevision, shellEndpoint } from '../preamble.ts'

/** @see https://huggingface.co/docs/lerobot — commands of release 0.6 */
export const library = defineLibrary({
  id: 'lerobot',
  label: 'LeRobot',
  repo: 'https://github.com/huggingface/lerobot',
  docs: 'https://huggingface.co/docs/lerobot',
  filter: false,
  downloads: 'default',
  names: { pypi: ['lerobot'] },
  install: () => ({ python: ['lerobot[smolvla]'] }),
  snippets(facts, target) {
    if (!facts.tags.has('smolvla'))
      return { drafts: [], notes: [{ code: 'no-variant', text: 'There is code for SmolVLA policies only; no tag says that this is one.' }] }
    const train = lines('shell', [
      shellEndpoint(target),
      sh`
        lerobot-train \
            --policy.path=${facts.id} \
            --policy.device=cuda \
            --policy.push_to_hub=false \
            --dataset.repo_id=lerobot/svla_so101_pickplace \
            --batch_size=64 \
            --steps=20000 \
            --output_dir=outputs/train/my_smolvla \
            --job_name=my_smolvla_training
      `,
    ])
    const rollout = lines('shell', [
      shellEndpoint(target),
      sh`
        lerobot-rollout \
            --strategy.type=base \
            --policy.path=${facts.id} \
            --robot.type=so101_follower \
            --robot.port=${fill('/dev/ttyACM0')} \
            --robot.id=my_follower_arm \
            --robot.cameras="{front: {type: opencv, index_or_path: 0, width: 640, height: 480, fps: 30}}" \
            --task="Put the cube into the box" \
            --duration=50
      `,
    ])
    return {
      drafts: [
        { id: 'train', title: 'Train it further on a dataset', code: train },
        ...(facts.id === 'lerobot/smolvla_base' ? [] : [{ id: 'run', title: 'Let it steer a robot', code: rollout }]),
      ],
      notes: [
        {
          code: 'gpu-required',
          text: 'Training on these figures needs a large NVIDIA graphics card; lower the batch size for a smaller one.',
        },
        {
          code: 'input-needed',
          text: 'Dataset, robot, port and cameras are examples: put in your own. The dataset has to be on this hub.',
        },
        ...noRevision(target, 'The command line of LeRobot'),
      ],
    }
  },
})
