import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import type { AdminSearch } from '../../entities/administration/links.ts';
import { PageHead } from '../../entities/administration/page-head.tsx';
import panel from '../../ui/panel.module.css';
import { LoadFailed } from '../../ui/states/load-failed.tsx';
import { words as common } from '../../ui/words.ts';
import { settingsQuery } from './queries.ts';
import css from './settings.module.css';
import { SiteSetting } from './site-setting.tsx';
import { StartedWith } from './started-with.tsx';
import { settingWords as words } from './words.ts';

/** Settings that apply while the server runs, its start-up configuration, and the button to clear the caches. */
export function AdminSettings({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, isError, refetch } = useQuery(settingsQuery(api));
	const items = data?.items ?? [];
	return (
		<>
			<PageHead title={words.title} />
			{isError ? <LoadFailed retry={() => void refetch()} /> : null}
			{data || isError ? null : (
				<p role="status" aria-busy="true">
					{common.loading}
				</p>
			)}
			{data ? (
				<>
					<section className={panel['panel']} aria-label={words.house}>
						<h2 className={panel['title']}>{words.house}</h2>
						<ul className={css['settings']}>
							{items.flatMap((setting) => (setting.editable ? [<SiteSetting key={setting.name} setting={setting} />] : []))}
						</ul>
						<p className={panel['note']}>{words.builtInNote}</p>
					</section>
					<section className={panel['panel']} aria-label={words.kept}>
						<h2 className={panel['title']}>{words.kept}</h2>
						<div className={css['setting']}>
							<p className={css['about']}>{words.keptNote}</p>
							<ActionButton
								label={words.forget}
								will={words.forgetWill}
								sure={words.sure}
								act={async () => words.forgot((await api.operations.resetCache()).cleared)}
							/>
						</div>
					</section>
					<section className={css['started']}>
						<h2 className={panel['title']}>{words.started}</h2>
						<p className={css['note']}>{words.startedNote}</p>
						<StartedWith settings={items.filter(({ editable }) => !editable)} search={search} />
					</section>
				</>
			) : null}
		</>
	);
}
