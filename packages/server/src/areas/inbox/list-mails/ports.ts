import type { Queries } from '@sw/store/postgres/records/bind-queries';
import type * as filterAlerts from '@sw/store/postgres/records/inbox/filter-alerts';
import type * as listMails from '@sw/store/postgres/records/inbox/list-mails';

export type OwnListMailRecords = Queries<Pick<typeof listMails, 'listMailsOf' | 'addListMail' | 'removeListMail'>>;
export type ListMailRecords = Queries<
	Pick<typeof listMails, 'listMailsToSend' | 'writeListMail'> & Pick<typeof filterAlerts, 'frozenOfUsers'>
>;
