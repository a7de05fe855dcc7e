import { Link } from '@tanstack/react-router';
import { type ListHome, listLink } from '../../../entities/list-state/search.ts';
import { type ListState, withReport } from '../../../entities/list-state/state.ts';
import { buttonClass } from '../../../ui/button.ts';
import { StateBox } from '../../../ui/states/state-box.tsx';
import { words as common } from '../../../ui/words.ts';
import { workspaceWords as words } from '../shared/workspace-words.ts';

interface Props {
	/** 403: the report needs a higher licence. 404: the report doesn't exist. */
	status: 403 | 404;
	home: ListHome;
	state: ListState;
}

const OTHER_REPORTS = 'Choose another report above: a lock marks those that need a higher licence.';

/** Explains that the licence doesn't include the list's report, or that the report doesn't exist. */
export function RefusedReport({ status, home, state }: Props) {
	const latestLink = (
		<Link {...listLink(home, withReport(state, undefined))} className={buttonClass}>
			{words.toLatest}
		</Link>
	);
	return status === 403 ? (
		<StateBox title={common.licencePopup} detail={words.denied}>
			<p>{OTHER_REPORTS}</p>
			<Link to="/prices" className={buttonClass}>
				{common.changeLicence}
			</Link>
			{latestLink}
		</StateBox>
	) : (
		<StateBox title={words.noSuchReport} detail={words.noSuchReportNext}>
			{latestLink}
		</StateBox>
	);
}
