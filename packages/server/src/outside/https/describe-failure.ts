import { type Outcome, refusedByReceiver, retryLater } from '../outcome.ts';
import type { Answered } from './https-poster.ts';

type Unanswered = Extract<Answered, { status: null }>;

const WHY = {
	'unknown host': 'There is no host with this name.',
	certificate: "An encrypted connection couldn't be established: the certificate isn't valid for this host.",
	slow: "The host didn't respond in time.",
	stopped: 'The server was shut down meanwhile.',
	unreachable: 'The host is unreachable.',
} as const;

/** For requests without a response: only our own texts, since the user who chose the address may be probing a network that is not theirs. */
export function describeFailure({ why }: Unanswered): Outcome {
	return why === 'private' ? refusedByReceiver("The host's address is in a private network.") : retryLater(WHY[why]);
}
