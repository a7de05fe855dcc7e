import { later, type Outcome, refused } from '../outcome.ts';
import type { Answered } from './poster.ts';

type Unanswered = Extract<Answered, { status: null }>;

const WHY = {
	'unknown host': 'There is no host of that name.',
	certificate: 'No encrypted connection comes about: the certificate is not valid for that host.',
	slow: 'It did not answer in time.',
	stopped: 'The service was stopped meanwhile.',
	unreachable: 'It cannot be reached.',
} as const;

/** Where no answer came: in words of ours alone, since who chose the address may want to look around in a network that is not theirs. */
export const unanswered = ({ why }: Unanswered): Outcome =>
	why === 'private' ? refused('The host leads to an address of a private network.') : later(WHY[why]);
