import { describe, expect, test } from 'vitest'
import { formatTemplate, parseTemplate } from './index.ts'

/* Cases that printers of chat templates tend to lose or misread, one by one; the fuzz tests cover everything else. */

test.each([
  ['spaces in a comment', '{#  two spaces  #}', '{#  two spaces  #}'],
  ['lines of a comment', '{#\n  one\n    two\n#}', '{#\n  one\n    two\n#}'],
  ['generation marks', '{% generation %}{{ text }}{% endgeneration %}', '{%- generation -%}\n\t{{- text -}}\n{%- endgeneration -%}'],
  ['raw text', '{% raw %}{{ kept }}{% endraw %}', '{{- "{{ kept }}" -}}'],
  [
    'a recursive loop',
    '{% for node in tree recursive %}{{ loop(node.children) }}{% endfor %}',
    '{%- for node in tree recursive -%}\n\t{{- loop(node.children) -}}\n{%- endfor -%}',
  ],
  ['a test with an argument', '{{ n is divisibleby 3 }}', '{{- n is divisibleby(3) -}}'],
  ['a tuple of one', '{{ (1,) }}', '{{- (1,) -}}'],
  ['a comparison of a comparison', '{{ (a == b) == c }}', '{{- (a == b) == c -}}'],
  ['a chain of comparisons', '{{ a < b < c }}', '{{- a < b < c -}}'],
  ['a filter on a choice', '{{ (a if b else c) | upper }}', '{{- (a if b else c) | upper -}}'],
  ['the sign of a power, which Jinja takes for that of its base', '{{ -(a ** b) }}', '{{- -(a ** b) -}}'],
  ['a choice of choices', '{{ (a if b else c) if d else e }}', '{{- (a if b else c) if d else e -}}'],
  ['whitespace between tags', '{{ a }}\n  {{ b }}', '{{- a -}}\n{{- "\\n  " -}}\n{{- b -}}'],
  ['a line break that a tag takes', '{% if a %}\ntext{% endif %}', '{%- if a -%}\n\t{{- "text" -}}\n{%- endif -%}'],
])('%s', (_, source, printed) => {
  expect(formatTemplate(source)).toBe(printed)
  expect(formatTemplate(printed)).toBe(printed)
})

describe('indent', () => {
  const source = '{% for m in messages %}{% if m %}{{ m }}{% endif %}{% endfor %}'
  const lines = (indent: string) =>
    `{%- for m in messages -%}\n${indent}{%- if m -%}\n${indent}${indent}{{- m -}}\n${indent}{%- endif -%}\n{%- endfor -%}`

  test('a tab unless told', () => expect(formatTemplate(source)).toBe(lines('\t')))
  test.each([2, 4])('%i spaces', (indent) => expect(formatTemplate(source, { indent })).toBe(lines(' '.repeat(indent))))
})

test.each([
  ['{% if a %}', 'chat_template.unclosed_block', 1],
  ['text\n{{ a b }}', 'chat_template.unexpected_token', 2],
  ['{{ "open }}', 'chat_template.unterminated_string', 1],
])('%s is refused, with a code and a line', (source, code, line) => {
  expect(() => parseTemplate(source)).toThrow(expect.objectContaining({ name: 'TemplateSyntaxError', code, line }))
})
