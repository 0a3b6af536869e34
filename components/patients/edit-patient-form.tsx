'use client';
/**
 * The form for a patient's details. If another user saved a newer version meanwhile, both values are shown.
 */
import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { useFormat } from '#format';
import type { Patient } from '@/server/domain/patients/contract';
import type { Colleague } from '@/server/domain/people/contract';
import { api, onlyIf } from '../client/client';
import { useSubmit } from '../client/use-submit';
import { DraftNotice } from '../client/drafts/draft-notice';
import { UnsavedGuard } from '../client/drafts/unsaved-guard';
import { useBeginning, useDraft, type DraftFound } from '../client/drafts/use-draft';
import { FormActions } from '../ui/form-actions';
import { problemOf } from '../ui/error-message';
import { ErrorSummary } from '../ui/error-summary';
import { Notice } from '../ui/notice';
import { usePanelHeight } from '../ui/panel-height';
import { showToast } from '../ui/toast';
import { DetailFields, placesOf } from './detail-fields';
import { clinicianOptions, wordsWith } from './detail-words';
import { detailsOf, merge, readDetails, take, type Details, type Field } from './details';
import { DetailsConflict } from './details-conflict';
import { changeOf, type Change } from './details-patch';

interface EditPatientFormProps {
  patient: Patient;
  line: string;
  /** Null if they could not be loaded. */
  colleagues: readonly Colleague[] | null;
  mayEditMrn: boolean;
  found: DraftFound;
}

interface Kept {
  stored: Patient;
  filled: Details;
}

const FORM = 'details-form';

interface Round {
  /** React key: a new round resets the fields. */
  number: number;
  stored: Patient;
  filled: Details;
}

interface Collision {
  newest: Patient;
  mine: Details;
}

export function EditPatientForm({ patient, line, colleagues, mayEditMrn, found }: EditPatientFormProps) {
  const format = useFormat();
  const router = useRouter();
  const details = `/patients/${patient.id}/details`;
  const begin =
    (stored: Patient, filled = detailsOf(stored, format)) =>
    (before: Round) => ({
      number: before.number + 1,
      stored,
      filled,
    });
  const beginning = useBeginning<Kept | null>(details, found);
  const begun = beginning.content?.more ?? null;
  const [round, setRound] = useState<Round>(() => ({
    number: 0,
    stored: patient,
    filled: detailsOf(patient, format),
    ...begun,
  }));
  const base = detailsOf(round.stored, format);
  const [collision, setCollision] = useState<Collision | null>(null);
  const [sent, setSent] = useState<Change['places']>({});
  const [changed, setChanged] = useState(begun !== null);
  const [notice, setNotice] = useState('');
  const panel = useRef<HTMLDivElement>(null);
  const clinicians = clinicianOptions(colleagues, base.primary_clinician_id);
  const wordOf = wordsWith(clinicians);

  usePanelHeight(panel, collision === null);

  const draft = useDraft<Kept | null>(details, {
    beginning,
    read: () => {
      const form = document.getElementById(FORM);
      return form instanceof HTMLFormElement
        ? { stored: round.stored, filled: readDetails(new FormData(form), base) }
        : null;
    },
    restore: (kept) => {
      if (kept) setRound(begin(kept.stored, kept.filled));
      setChanged(true);
    },
  });

  function touched() {
    draft.changed();
    setChanged(true);
    setNotice('');
  }

  const { form, busy, pending, error, at } = useSubmit<Collision | 'saved' | 'nothing'>(
    async (data) => {
      const mine = readDetails(data, base);
      const { patch, places } = changeOf(round.stored, base, mine);
      setSent(places);
      if (Object.keys(patch).length === 0) return 'nothing';
      try {
        await api.patients.updatePatient.mutate({ id: patient.id, ...patch }, onlyIf(round.stored.version));
        return 'saved';
      } catch (thrown) {
        if (problemOf(thrown).code !== 'version_mismatch') throw thrown;
        return { newest: await api.patients.getPatient.query({ id: patient.id }), mine };
      }
    },
    (outcome) => {
      if (outcome === 'nothing') return setNotice('No changes to save.');
      if (outcome !== 'saved') return setCollision(outcome);
      setChanged(false);
      draft.sent();
      showToast('Details saved.');
      router.push(details);
      router.refresh();
    },
    placesOf(sent),
  );

  const merged = collision && merge(base, collision.mine, detailsOf(collision.newest, format));
  function decide(theirs: readonly Field[]) {
    if (!collision || !merged) return;
    const newest = detailsOf(collision.newest, format);
    for (const field of theirs) take(merged.details, newest, field);
    setRound(begin(collision.newest, merged.details));
    setCollision(null);
    setNotice('Check the details, then save.');
  }

  return (
    <>
      <UnsavedGuard active={changed} />
      {collision && merged ? (
        <DetailsConflict
          key={collision.newest.version}
          when={format.instant(collision.newest.updated_at)}
          mine={collision.mine}
          theirs={detailsOf(collision.newest, format)}
          base={base}
          wordOf={wordOf}
          decide={decide}
          conflicts={merged.conflicts}
          theirChanges={merged.theirChanges}
        />
      ) : null}
      <form
        key={round.number}
        method="post"
        {...form}
        {...draft.form}
        id={FORM}
        onInput={touched}
        noValidate
        className="max-w-3xl space-y-6 xl:max-w-none"
      >
        <DraftNotice
          draft={draft}
          onDiscard={() => {
            setRound(begin(patient));
            setChanged(false);
            setCollision(null);
          }}
        >
          Not saved yet.
        </DraftNotice>
        <ErrorSummary error={error} fields={placesOf(sent)} />
        <DetailFields
          details={round.filled}
          clinicians={clinicians}
          mayEditMrn={mayEditMrn}
          error={error}
          at={at}
          sent={sent}
          changed={touched}
          expanded={draft.restoredAt !== null}
        />
        <div
          ref={panel}
          className="bg-paper md:sticky md:bottom-0 md:-mx-1 md:border-t md:border-line md:px-1 md:py-3"
        >
          <p className="mb-2 font-semibold">{line}</p>
          <FormActions
            label="Save details"
            pendingLabel="Saving"
            pending={pending}
            busy={busy}
            cancelHref={details}
            does="save"
          />
        </div>
        {notice ? <Notice live>{notice}</Notice> : <div role="status" />}
      </form>
    </>
  );
}
