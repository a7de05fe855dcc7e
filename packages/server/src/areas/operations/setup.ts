import type { AnswerOf, Received } from '@sw/contract/base/define';
import type { setupCalls } from '@sw/contract/operations/setup';
import type { Caller } from '@sw/domain/access/caller';
import type { AuditAct } from '../audit-act.ts';
import type { Handlers } from '../handlers.ts';

type Setup = AnswerOf<(typeof setupCalls)['setup']>;
type ProviderTrial = AnswerOf<(typeof setupCalls)['tryProvider']>;
type MailTrial = AnswerOf<(typeof setupCalls)['tryMail']>;

export interface SetupParts {
	readonly state: () => Omit<Setup, 'email'>;
	/** Throws a Problem about a field. */
	tryProvider(request: Received<(typeof setupCalls)['tryProvider']>['body']): Promise<ProviderTrial>;
	/** The same for mail; `host` is for the audit log. */
	tryMail(request: { url: string; from: string; to: string }): Promise<MailTrial & { host: string }>;
	readonly emailOf: (caller: Caller) => Promise<string>;
	readonly audit: AuditAct;
}

/** Entered values are neither stored nor logged: the audit log only records the test, its host and its result. */
export function setupHandlers({ state, tryProvider, tryMail, emailOf, audit }: SetupParts) {
	return {
		setup: async ({ caller }) => ({ ...state(), email: await emailOf(caller) }),
		tryProvider: async ({ body, caller }) => {
			const trial = await tryProvider(body);
			await audit(caller, 'setup.try_provider', body.provider, { outcome: trial.outcome });
			return trial;
		},
		tryMail: async ({ body, caller }) => {
			const { host, ...trial } = await tryMail({ ...body, to: await emailOf(caller) });
			await audit(caller, 'setup.try_mail', host, { outcome: trial.sent ? 'sent' : 'refused' });
			return trial;
		},
	} satisfies Handlers<typeof setupCalls>;
}
