import { Link } from '@tanstack/react-router';
import { useSession } from '../../lib/session/session-query.ts';
import { buttonClass } from '../../ui/button.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { StateBox } from '../../ui/state-box.tsx';
import { AdminAudit } from './admin-audit.tsx';
import { AdminOutbox } from './admin-outbox.tsx';
import { ADMIN_VIEWS, type AdminSearch, readAdminState, writeAdminState } from './admin-state.ts';
import { AdminUsers } from './admin-users.tsx';
import css from './panel.module.css';
import { adminWords, words } from './words.ts';

const VIEWS = { users: AdminUsers, audit: AdminAudit, outbox: AdminOutbox };

export const AdminPage = ({ search }: { search: AdminSearch }) => {
	const { profile } = useSession();
	const state = readAdminState(search);
	if (profile?.role !== 'admin') {
		return (
			<StateBox heading="h1" title={adminWords.onlyAdmins} detail={adminWords.onlyAdminsDetail}>
				<Link to="/" className={buttonClass}>
					{words.goOn}
				</Link>
			</StateBox>
		);
	}
	const View = VIEWS[state.view];
	const segments = ADMIN_VIEWS.map((view) => ({
		key: view,
		label: adminWords.views[view],
		active: view === state.view,
		link: { to: '/admin', search: writeAdminState({ ...readAdminState({}), view }) } as const,
	}));
	return (
		<div className={`${css['page']} ${css['wide']}`}>
			<h1 className={css['heading']}>{adminWords.title}</h1>
			<div className={css['start']}>
				<Segmented label={adminWords.viewsLabel} segments={segments} />
			</div>
			<View state={state} />
		</div>
	);
};
