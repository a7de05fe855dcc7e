import { expect, it } from 'vitest';
import { classifyOrigin } from './environment-lines.ts';

it.each([
	['', 'none'],
	['signals.example', 'faulty'],
	['ftp://signals.example', 'faulty'],
	['https://signals.example/a path', 'faulty'],
	['https://signals.example/..', 'faulty'],
	['https://example/signals', 'elsewhere'],
	['http://localhost:8080/signals', 'elsewhere'],
	['https://signals.example?x=1', 'faulty'],
	['https://user@signals.example', 'faulty'],
	['https://signals.example/', 'elsewhere'],
	['https://Signals.example', 'elsewhere'],
	['http://signals.example', 'open'],
	['http://localhost:9000', 'elsewhere'],
	['http://localhost:8080', 'here'],
])('%s is %s', (typed, verdict) => {
	expect(classifyOrigin(typed, 'http://localhost:8080')).toBe(verdict);
});
