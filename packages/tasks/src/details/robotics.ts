import { picture } from '../demo-file.ts'
import type { TaskDetail } from '../detail.ts'
import { robotArm } from '../pictures/figures.ts'

export const detail: TaskDetail = {
  summary:
    'What cameras and joints report goes in, often with an instruction in words, and movements come out. Such policies are learned mostly by imitation: people steer the robot through a task a few dozen times, and the model learns to do likewise. Models that see, read and act are called vision-language-action models.',
  uses: [
    { title: 'Handle things', text: 'Pick, place, fold, plug in, in places that were not built for robots.' },
    { title: 'Walk and fly', text: 'Keep balance on uneven ground; learned in simulation, used outside.' },
    { title: 'Plan', text: 'Break “clear the table” into steps that a lower level can do.' },
    { title: 'Share experience', text: 'Recordings of one arm help another: datasets here hold video, states and actions.' },
  ],
  input:
    'Pictures from one or more cameras, the state of the joints, an instruction or a goal. Names, order and rates must be those of the training data.',
  output: 'The next action or a chunk of the next dozens: targets for joints or for the gripper, at 10 to 50 a second.',
  demo: {
    inputs: [
      { type: 'img', filename: 'input.svg', alt: 'A robot arm above a table with a red cup and a blue block' },
      { type: 'text', label: 'Instruction', content: 'Lift the red cup' },
    ],
    outputs: [
      {
        type: 'tabular',
        table: [
          ['Step', 'Base', 'Shoulder', 'Elbow', 'Wrist', 'Gripper'],
          ['1', '0.02', '-0.61', '1.12', '0.48', 'open'],
          ['2', '0.02', '-0.55', '1.21', '0.51', 'open'],
          ['3', '0.02', '-0.55', '1.21', '0.51', 'closed'],
        ],
      },
    ],
  },
  files: { 'input.svg': picture(robotArm) },
  metrics: [
    {
      id: 'success_rate',
      name: 'Success rate',
      description: 'Share of attempts in which the task was done within the time. Needs many attempts, with things placed anew each time.',
      better: 'higher',
    },
    {
      id: 'action_mse',
      name: 'Action error',
      description: 'Mean squared difference to the movements of a person, on recordings. Cheap, and only loosely related to success.',
      better: 'lower',
    },
  ],
  variants: [
    { name: 'Grasping', text: 'Where and how to take hold of a thing.' },
    { name: 'Task planning', text: 'Which steps, in which order.' },
    { name: 'Imitation', text: 'From recordings of people.' },
    { name: 'Vision-language-action', text: 'One model from pictures and words to movements.' },
  ],
  related: ['reinforcement-learning', 'image-text-to-text', 'depth-estimation', 'keypoint-detection'],
}
