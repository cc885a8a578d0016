import { describe, expect, test } from 'vitest'
import { compare, type Difference } from './compare.ts'
import { generalReason, intendedDifferences } from './intended-differences.ts'
import { publishedLibraries } from './published.ts'

/*
 * Our code compared with the published package's over generated records: same imports, calls and keyword arguments, except where
 * differences/<library>.json gives a reason. `COMPARE=timm,peft` restricts it to these libraries.
 */
const only = process.env['COMPARE']?.split(',')
const libraries = publishedLibraries.filter((id) => only?.includes(id) ?? true)
const found = compare(libraries)
const intended = intendedDifferences()

const isIntended = ({ library, side, what }: Difference) =>
  (intended.get(library) ?? []).some((each) => each.side === side && each.what.includes(what))

describe('compared with the published package', () => {
  test('every difference is a reviewed one', () => {
    const unexplained = found.filter((each) => generalReason(each) === null && !isIntended(each))
    expect(unexplained.map(({ library, side, what, example }) => `${library}: only ${side}: ${what} (${example})`)).toEqual([])
  })

  test('every reviewed difference is still one, and has a reason', () => {
    const stale: string[] = []
    for (const [library, list] of intended) {
      if (!libraries.includes(library)) {
        if (!only) stale.push(`${library}: the published package has no generator of that name`)
        continue
      }
      for (const { side, reason, what } of list) {
        if (reason.trim().length < 10) stale.push(`${library}: a reason that says nothing: ${reason}`)
        for (const each of what)
          if (!found.some((difference) => difference.library === library && difference.side === side && difference.what === each))
            stale.push(`${library}: ${side}: ${each}`)
      }
    }
    expect(stale).toEqual([])
  })
})
