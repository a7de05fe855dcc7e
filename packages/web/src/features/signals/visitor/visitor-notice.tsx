import { Link, useRouterState } from '@tanstack/react-router';
import type { ListState } from '../../../entities/list-state/state.ts';
import { useSession } from '../../../entities/session/session-query.ts';
import { etDateTime, msOf } from '../../../lib/format/times.ts';
import { EtTime } from '../../../ui/et-time.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { findUnavailableChoices } from './unavailable-choices.ts';
import { visitorWords as words } from './visitor-words.ts';

/** Names the choices in the URL that a visitor's list ignores, and links to sign-in or the plans. */
export function VisitorNotice({ state }: { state: ListState }) {
	const { profile } = useSession();
	const href = useRouterState({ select: (router) => router.location.href });
	const unavailableNames = findUnavailableChoices(state);
	if (state.report === undefined && unavailableNames.length === 0) return null;
	return (
		<Notice>
			{state.report === undefined ? null : (
				<p>
					<EtTime ms={msOf(state.report)}>{words.report(etDateTime(msOf(state.report)))}</EtTime>
				</p>
			)}
			{unavailableNames.length === 0 ? null : <p>{words.choices(unavailableNames.join(', '))}</p>}
			<p>
				{profile ? (
					<Link to="/prices">{words.plans}</Link>
				) : (
					<Link to="/auth/signin" search={{ redirectTo: href }}>
						{words.signIn}
					</Link>
				)}
			</p>
		</Notice>
	);
}
