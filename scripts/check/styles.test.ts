import { describe, expect, it } from 'vitest';
import { checkStyles } from './styles.ts';
import { problemsIn } from './testing/fixture-project.ts';

function styled(text: string, sheet: string): string[] {
	return problemsIn({ 'web/a.tsx': `import css from './a.module.css';\n${text}`, 'web/a.module.css': sheet }, checkStyles);
}

describe('check: styles', () => {
	it('passes classes that are used and exist, also below others and computed ones', () => {
		expect(styled("<i className={css['a']}><b className={css['b']} /></i>", '.a { top: 0.5px } /* .c */ .a .b { top: 1px }')).toEqual([]);
		expect(styled('<i className={css[kind]} />', '.a { top: 0 } .b { top: 0 }')).toEqual([]);
		expect(styled('<Table css={css} />', '.a { top: 0 }')).toEqual([]);
	});

	it('fails on a class that does not exist, and on one without use', () => {
		expect(styled("<i className={css['other']} />", '.a { top: 0 }')).toEqual([
			'web/a.tsx: web/a.module.css has no class other',
			'web/a.module.css: class a is unused',
		]);
	});
});
