import { Link } from '@tanstack/react-router';
import { useSession } from '../../entities/session/session-query.ts';
import { buttonClass } from '../../ui/button.ts';
import { Segmented } from '../../ui/segmented.tsx';
import page from '../../ui/settings-page.module.css';
import { StateBox } from '../../ui/state-box.tsx';
import { words as common } from '../../ui/words.ts';
import type { AdminSearch } from './admin-search.ts';
import { ADMIN_VIEWS, readAdminState, writeAdminState } from './admin-state.ts';
import css from './administration.module.css';
import { AdminAudit } from './audit.tsx';
import { AdminOutbox } from './outbox.tsx';
import { AdminUsers } from './users.tsx';
import { adminWords } from './words.ts';

const VIEWS = { users: AdminUsers, audit: AdminAudit, outbox: AdminOutbox };

export const AdminPage = ({ search }: { search: AdminSearch }) => {
	const { profile } = useSession();
	const state = readAdminState(search);
	if (profile?.role !== 'admin') {
		return (
			<div className={`${page['page']} ${page['wide']}`}>
				<StateBox heading="h1" title={adminWords.onlyAdmins} detail={adminWords.onlyAdminsDetail}>
					<Link to="/" className={buttonClass}>
						{common.goOn}
					</Link>
				</StateBox>
			</div>
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
		<div className={`${page['page']} ${page['wide']}`}>
			<h1 className={page['heading']}>{adminWords.title}</h1>
			<div className={css['start']}>
				<Segmented label={adminWords.viewsLabel} segments={segments} />
			</div>
			<View state={state} />
		</div>
	);
};
