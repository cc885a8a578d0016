/** The variables a template is rendered with. */
export interface Conversation {
  readonly name: string
  readonly variables: Readonly<Record<string, unknown>>
}

const user = { role: 'user', content: 'Where does the ferry leave?' }
const system = { role: 'system', content: 'You answer in one sentence.' }
const assistant = { role: 'assistant', content: 'From pier 4, at noon.' }
const timetable = {
  type: 'function',
  function: {
    name: 'timetable',
    description: 'Departures of a "day"\n<at one pier>',
    parameters: {
      type: 'object',
      properties: {
        pier: { type: 'integer', description: 'Its number', minimum: 1 },
        day: { type: ['string', 'null'], enum: ['today', 'tomorrow'], description: 'Which' },
        stops: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
      },
      required: ['pier'],
    },
    return: { type: 'string', description: 'A table' },
  },
}
const called = (args: unknown) => [
  user,
  {
    role: 'assistant',
    content: '',
    tool_calls: [{ id: 'call00001', type: 'function', function: { name: 'timetable', arguments: args } }],
  },
  { role: 'tool', name: 'timetable', tool_call_id: 'call00001', content: '{"noon": 4}' },
]
const begin = { bos_token: '<s>', eos_token: '</s>', pad_token: '<pad>', unk_token: '<unk>' }

const bodies: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'one question': { messages: [user] },
  system: { messages: [system, user] },
  'developer and unknown roles': { messages: [{ role: 'developer', content: 'Be brief.' }, user, { role: 'ipython', content: '4' }] },
  'several turns': {
    messages: [system, user, assistant, { role: 'user', content: 'And back?' }, assistant, { role: 'user', content: 'Thanks' }],
  },
  'roles that do not take turns': { messages: [user, user, assistant, assistant] },
  'system last': { messages: [user, assistant, system] },
  tools: { messages: [system, user], tools: [timetable] },
  'tools, no system': { messages: [user], tools: [timetable, timetable], builtin_tools: ['python'] },
  'a call and its answer': {
    messages: [...called({ pier: 4, day: 'today', stops: [{ name: 'Ö' }] }), assistant, user],
    tools: [timetable],
  },
  'a call with its arguments as text': { messages: called('{"pier": 4}'), tools: [timetable] },
  reasoning: {
    messages: [
      user,
      { ...assistant, content: '<think>\nThe board.\n</think>\n\nPier 4.', reasoning_content: 'The board.', thinking: 'So.' },
      user,
    ],
    enable_thinking: false,
    reasoning_effort: 'high',
  },
  parts: {
    messages: [
      { role: 'system', content: [{ type: 'text', text: 'Look.' }] },
      { role: 'user', content: [{ type: 'image', image: 'a.png' }, { type: 'text', text: 'What?' }, { type: 'audio' }, { type: 'video' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'A pier.' }] },
    ],
  },
  documents: { messages: [system, user], documents: [{ title: 'Piers', text: 'Four of them.', contents: 'Four.' }], citations: 'on' },
  'odd text': {
    messages: [
      { role: 'user', content: '  \n<|im_start|>{{ 7 * 7 }} {% raw %}\t"\\ \u2028 ü 👋🏽 \n' },
      { role: 'assistant', content: '\n\n' },
    ],
  },
  'no content': { messages: [{ role: 'user' }, { role: 'assistant', content: null }, { content: 'no role' }] },
  'no messages': { messages: [] },
  nothing: {},
  'messages that are text': { messages: 'Hello' },
}

/** Each with a generation prompt, without one, and with the flag missing. The last one has no special tokens. */
export const conversations: readonly Conversation[] = Object.entries(bodies).flatMap(([name, variables]) => [
  { name: `${name}, with a prompt`, variables: { ...begin, ...variables, add_generation_prompt: true } },
  { name: `${name}, without`, variables: { ...begin, ...variables, add_generation_prompt: false } },
  { name: `${name}, bare`, variables },
])
