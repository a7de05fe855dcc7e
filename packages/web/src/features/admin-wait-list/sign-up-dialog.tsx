import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useRef } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import dialogCss from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { EtTime } from '../../ui/et-time.tsx';
import { LoadFailed } from '../../ui/states/load-failed.tsx';
import { words as common } from '../../ui/words.ts';
import { signUpQuery, type WaitListSignUp } from './queries.ts';
import css from './wait-list.module.css';
import { waitListWords as words } from './words.ts';

/** A sign-up as it is now, and whether its address has an account. Opens itself. */
export function SignUpDialog({ entry, close }: { entry: WaitListSignUp; close: () => void }) {
	const { api } = useRouteContext({ from: '__root__' });
	const dialog = useRef<HTMLDialogElement>(null);
	const { data, error, refetch } = useQuery(signUpQuery(api, entry));
	const isGone = error instanceof ApiError && error.status === 404;
	return (
		<Dialog dialog={dialog} title={entry.email} opensItself onClose={close}>
			{isGone ? <p>{words.gone}</p> : null}
			{error && !isGone ? <LoadFailed retry={() => void refetch()} /> : null}
			{!data && !error ? (
				<p role="status" aria-busy="true">
					{common.loading}
				</p>
			) : null}
			{data && !error ? (
				<dl className={css['facts']}>
					<dt>{words.source}</dt>
					<dd>{data.source}</dd>
					<dt>{words.created}</dt>
					<dd>
						<EtTime ms={msOf(data.created)}>{etDateTime(msOf(data.created))}</EtTime>
					</dd>
					<dt>{words.account}</dt>
					<dd>{data.has_account ? words.hasAccount : words.hasNone}</dd>
				</dl>
			) : null}
			<form method="dialog" className={dialogCss['actions']}>
				<button type="submit" className={buttonClass}>
					{common.close}
				</button>
			</form>
		</Dialog>
	);
}
