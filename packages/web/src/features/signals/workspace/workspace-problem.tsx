import { Link } from '@tanstack/react-router';
import { type ListHome, listLink } from '../../../entities/list-state/link.ts';
import { type ListState, withReport } from '../../../entities/list-state/state.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { buttonClass } from '../../../ui/button.ts';
import { StateBox } from '../../../ui/states/state-box.tsx';
import { words as common } from '../../../ui/words.ts';
import { ListFailed } from '../shared/list-states.tsx';
import { workspaceWords as words } from '../shared/workspace-words.ts';

interface Props {
	error: unknown;
	home: ListHome;
	state: ListState;
	retry: () => void;
}

/** A list that failed to load: a report outside the licence, one that doesn't exist, or a failure. */
export function WorkspaceProblem({ error, home, state, retry }: Props) {
	const status = error instanceof ApiError ? error.status : 0;
	const latest = (
		<Link {...listLink(home, withReport(state, undefined))} className={buttonClass}>
			{words.toLatest}
		</Link>
	);
	if (status === 403) {
		return (
			<StateBox title={common.licencePopup} detail={words.denied}>
				<Link to="/prices" className={buttonClass}>
					{common.changeLicence}
				</Link>
				{latest}
			</StateBox>
		);
	}
	if (status === 404) {
		return (
			<StateBox title={words.noSuchReport} detail={words.noSuchReportNext}>
				{latest}
			</StateBox>
		);
	}
	return <ListFailed retry={retry} />;
}
