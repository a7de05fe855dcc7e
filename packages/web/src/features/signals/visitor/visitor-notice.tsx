import { Link, useRouterState } from '@tanstack/react-router';
import type { ListState } from '../../../entities/list-state/state.ts';
import { useSession } from '../../../entities/session/session-query.ts';
import { etDateTime, msOf } from '../../../lib/format/times.ts';
import { EtTime } from '../../../ui/et-time.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { unavailableChoices } from './unavailable-choices.ts';
import { visitorWords as words } from './visitor-words.ts';

/** Names the choices in the address that a visitor's list ignores, and links to sign-in or the plans. */
export function VisitorNotice({ state }: { state: ListState }) {
	const { profile } = useSession();
	const href = useRouterState({ select: (router) => router.location.href });
	const unavailable = unavailableChoices(state);
	if (state.report === undefined && unavailable.length === 0) return null;
	return (
		<Notice>
			{state.report === undefined ? null : (
				<p>
					<EtTime ms={msOf(state.report)}>{words.report(etDateTime(msOf(state.report)))}</EtTime>
				</p>
			)}
			{unavailable.length === 0 ? null : <p>{words.choices(unavailable.join(', '))}</p>}
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
