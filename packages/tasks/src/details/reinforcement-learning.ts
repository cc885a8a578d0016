import type { TaskDetail } from '../detail.ts'

export const detail: TaskDetail = {
  summary:
    'The state of an environment goes in, and the next action comes out. A policy like this is learned by acting: the environment answers with a new state and a reward, and training raises the chance of what led to reward. A model here is such a trained policy, for one environment, with the score it reached.',
  uses: [
    { title: 'Control', text: 'Walking robots, cooling of buildings, plasma in a reactor.' },
    { title: 'Games', text: 'Opponents and testers that find the way nobody thought of.' },
    { title: 'Operations', text: 'Stock, traffic lights, bidding: decisions in sequence under uncertainty.' },
    { title: 'Teach and compare', text: 'Standard environments show whether a method works at all.' },
  ],
  input:
    'An observation: a vector, a picture, or both. It must be prepared as in training (scaling, stacking of frames), or the policy is lost.',
  output: 'An action: one of a list, or numbers such as forces on joints. Deterministic, or drawn from a distribution.',
  demo: {
    inputs: [
      { type: 'text', label: 'State', content: 'Boat at (3, 1), heading north, wind from the west, goal at (3, 4), rock at (3, 2)' },
    ],
    outputs: [
      { type: 'text', label: 'Action', content: 'Turn to north-east' },
      { type: 'text', label: 'Next state', content: 'Boat at (4, 2), heading north-east, reward −0.1 for the time' },
    ],
  },
  metrics: [
    {
      id: 'Discounted Total Reward',
      name: 'Discounted total reward',
      description:
        'Sum of the rewards of an episode, each multiplied by a factor below 1 for every step that it lies in the future. What most methods maximise.',
      better: 'higher',
    },
    {
      id: 'Mean Reward',
      name: 'Mean reward',
      description:
        'Reward of an episode averaged over many, with the standard deviation. The figure on a model’s card: 200 ± 15 says much more than 200.',
      better: 'higher',
    },
    {
      id: 'Level of Performance After Some Time',
      name: 'Performance after a given experience',
      description: 'Mean reward after a fixed number of steps in the environment: how quickly a method learns, not only how far it gets.',
      better: 'higher',
    },
  ],
  variants: [
    { name: 'Online', text: 'Learns while it acts.' },
    { name: 'Offline', text: 'Learns from a fixed record of what others did; datasets of this task are such records.' },
    { name: 'Several agents', text: 'Policies that learn with or against each other.' },
    {
      name: 'From human feedback',
      text: 'Reward comes from a model of what people prefer. Used for language models, which are listed under their own tasks.',
    },
  ],
  related: ['robotics', 'time-series-forecasting', 'text-generation'],
  youtubeId: 'q0BiUn5LiBc',
}
