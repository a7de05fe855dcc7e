import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { type AdminSearch, adminLink } from '../../entities/administration/links.ts';
import { PageHead } from '../../entities/administration/page-head.tsx';
import { buttonClass } from '../../ui/button.ts';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Changes } from './changes.tsx';
import { InForce } from './in-force.tsx';
import css from './parameters.module.css';
import { VIEWS, versionsQuery, viewOf } from './queries.ts';
import { Versions } from './versions.tsx';
import { parameterWords as words } from './words.ts';

const BODIES = { values: InForce, changes: Changes, versions: Versions } as const;

/** The engine parameters: what is in effect and why, the changes to them, and all past sets. */
export function AdminParameters({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data } = useQuery(versionsQuery(api));
	const inForce = data?.items.find(({ in_force }) => in_force)?.version;
	const current = viewOf(search);
	const Body = BODIES[current];
	return (
		<>
			<PageHead title={words.title} note={inForce === undefined ? null : words.inForceNow(inForce)}>
				<Link {...adminLink('parameters', { view: 'changes', edit: 'new' })} className={buttonClass}>
					{words.newChange}
				</Link>
			</PageHead>
			<div className={css['parts']}>
				<Segmented
					label={words.views}
					segments={VIEWS.map((view) => ({
						key: view,
						label: words.view[view],
						active: view === current,
						link: adminLink('parameters', view === VIEWS[0] ? {} : { view }),
					}))}
				/>
			</div>
			<Body key={current} search={search} />
		</>
	);
}
