import { expect, test } from 'vitest'
import { highlightTemplate } from './highlight-template.ts'

const textOf = (html: string) =>
  html
    .replaceAll(/<span class="(line|tok-[a-z]+)">|<\/span>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

test.each([
  '{% for m in messages %}{{ m["content"] | trim }}{# note #}{% endfor %}',
  '{#\n  lines\n#}\ntext\n\n{% raw %}{{ kept }}{% endraw %}',
  '<script>alert(1)</script>{{ "<img src=x onerror=alert(1)>" }} & {# </code><b> #}',
  '{{ unfinished',
  '{% if a is not defined and b is none -%} x {%- elif c %}\n{% endif %}',
  '',
])('the text of %j is that of the template, and no tag of it is one', (source) => {
  const html = highlightTemplate(source)
  expect(textOf(html)).toBe(source)
  expect(html.match(/<(?!\/?span)/g)).toBeNull()
  expect(html.split('\n')).toHaveLength(source.split('\n').length)
})

test('names of statements, words of the language, filters and constants are told apart', () => {
  expect(highlightTemplate('{% set x = y | trim %}')).toBe(
    '<span class="line"><span class="tok-link">{%</span> <span class="tok-keyword">set</span> x = y | <span class="tok-function">trim</span> <span class="tok-link">%}</span></span>',
  )
  expect(highlightTemplate('{{ true and 1 }}')).toContain('<span class="tok-constant">true</span> <span class="tok-keyword">and</span>')
})
