import { z } from 'zod';
import type { Endpoint } from './define.ts';

/**
 * Fields of what `read` answers that `change`, a call on the same path, does not change: a program may send back what it got, and they are ignored.
 * Other unknown fields are refused.
 */
export function readOnlyFields({ body }: Pick<Endpoint, 'body'>, read: Pick<Endpoint, 'answers'> | undefined): string[] {
	const answer = read?.answers[200];
	if (!(answer instanceof z.ZodObject) || !(body instanceof z.ZodObject)) return [];
	return Object.keys(answer.shape).filter((name) => !(name in body.shape));
}
