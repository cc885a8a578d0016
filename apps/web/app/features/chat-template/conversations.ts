const question = { role: 'user', content: 'When does the next ferry leave?' }
const rules = { role: 'system', content: 'You answer in one sentence.' }
const answer = { role: 'assistant', content: 'At noon, from pier 4.' }
const timetable = {
  type: 'function',
  function: {
    name: 'timetable',
    description: 'Departures at a pier',
    parameters: {
      type: 'object',
      properties: { pier: { type: 'integer', description: 'Its number' } },
      required: ['pier'],
    },
  },
}

/** A sample conversation for trying out a template: the arguments `apply_chat_template` receives. */
export interface Conversation {
  readonly id: string
  readonly label: string
  readonly variables: Readonly<Record<string, unknown>>
}

/** Cases that templates handle differently: roles, turns, tools, non-text parts. */
export const conversations: readonly Conversation[] = [
  { id: 'question', label: 'One question', variables: { messages: [question] } },
  { id: 'system', label: 'With a system message', variables: { messages: [rules, question] } },
  {
    id: 'turns',
    label: 'Several turns',
    variables: { messages: [rules, question, answer, { role: 'user', content: 'And the one after it?' }] },
  },
  { id: 'tools', label: 'With a tool', variables: { messages: [rules, question], tools: [timetable] } },
  {
    id: 'call',
    label: 'A call of a tool, and its result',
    variables: {
      messages: [
        question,
        {
          role: 'assistant',
          content: '',
          tool_calls: [{ id: 'call00001', type: 'function', function: { name: 'timetable', arguments: { pier: 4 } } }],
        },
        { role: 'tool', name: 'timetable', tool_call_id: 'call00001', content: '{"next": "12:00"}' },
      ],
      tools: [timetable],
    },
  },
  {
    id: 'picture',
    label: 'A picture and a question',
    variables: {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image', image: 'harbour.jpg' },
            { type: 'text', text: 'How many ships are there?' },
          ],
        },
      ],
    },
  },
]

/** Returns a conversation's variables as editable JSON, with the variables the tokenizer adds at the end. */
export function asJson({ variables }: Conversation, specialTokens: Readonly<Record<string, string>>): string {
  const all = { ...variables, add_generation_prompt: true, ...specialTokens }
  return JSON.stringify(all, null, 2)
}
