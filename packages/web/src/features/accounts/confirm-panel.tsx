import { Link, useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { safeRedirect } from '../../entities/session/redirect-to.ts';
import { useReadSession } from '../../entities/session/use-sign.ts';
import { sitePath } from '../../lib/address/site-path.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import css from '../../ui/forms/form.module.css';
import { NarrowPage } from '../../ui/forms/form-box.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { words as common } from '../../ui/words.ts';
import { ConfirmForm, type Proof } from './confirm-form.tsx';
import { linkFault } from './link-fault.ts';
import { useRunOnce } from './use-run-once.ts';
import { words } from './words.ts';

interface Props {
	id: string;
	code: string;
	redirectTo: string | undefined;
}

interface Confirmed {
	email: string;
	signedIn: boolean;
}

/** The page of an address confirmation link. */
export function ConfirmPanel({ id, code, redirectTo }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const readSession = useReadSession();
	const [proven, setProven] = useState<Confirmed>();
	const complete = async (proof: Proof): Promise<Confirmed> => {
		const { email } = await api.accounts.completeConfirmation({ params: { id }, body: { code, ...proof } });
		return { email, signedIn: (await readSession()) !== null };
	};
	const outcome = useRunOnce(async (): Promise<Confirmed | { asks: readonly string[] }> => {
		try {
			return await complete({});
		} catch (error) {
			const asks = asksFor(error);
			if (asks === null) throw error;
			return { asks };
		}
	});
	const asks = outcome.state === 'done' && 'asks' in outcome.value ? outcome.value.asks : null;
	const done = proven ?? (outcome.state === 'done' && 'email' in outcome.value ? outcome.value : undefined);
	return (
		<NarrowPage title={words.confirmTitle}>
			{outcome.state === 'running' ? <StateBox title={words.confirming} detail="" /> : null}
			{outcome.state === 'failed' ? (
				<StateBox title={words.confirmFailed} detail={`${linkFault(outcome.error)} ${words.confirmAgain}`}>
					<Link to="/auth/signin" search={{ redirectTo: '/profile' }} className={css['link'] ?? ''}>
						{words.signIn}
					</Link>
				</StateBox>
			) : null}
			{asks && !done ? (
				<ConfirmForm mayChooseNew={asks.includes('new_password')} send={async (proof) => setProven(await complete(proof))} />
			) : null}
			{done ? (
				<StateBox title={words.confirmed(done.email)} detail="">
					{done.signedIn ? (
						<a href={sitePath(safeRedirect(redirectTo))} className={css['link'] ?? ''}>
							{common.goOn}
						</a>
					) : (
						<Link to="/auth/signin" search={redirectTo === undefined ? {} : { redirectTo }} className={css['link'] ?? ''}>
							{words.signIn}
						</Link>
					)}
				</StateBox>
			) : null}
		</NarrowPage>
	);
}

/** The proofs that the answer asks for in a browser that didn't request the link; null if it is about something else. */
function asksFor(error: unknown): readonly string[] | null {
	const fields = error instanceof ApiError && error.status === 422 ? (error.problem?.errors ?? []).map((e) => e.field) : [];
	return fields.includes('password') ? fields : null;
}
