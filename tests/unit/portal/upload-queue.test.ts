import { describe, expect, it } from 'vitest';
import { formatDate, localToday } from '../../../components/format/dates';
import { photoDetail } from '../../../components/documents/upload-details';
import { MAX_PARALLEL, RETRY_AFTER_MS } from '../../../components/documents/upload-queue';
import type { Upload } from '../../../server/domain/documents/upload-contract';
import { copy, file, unfiled, jane, john, settle, world } from './upload-world';

const NETWORK = { code: 'network' };

describe('upload queue', () => {
  it('starts at once, three at a time, each file with its progress', async () => {
    const w = world();
    w.queue.add(
      jane,
      ['a', 'b', 'c', 'd', 'e'].map((name) => file(name, 100)),
    );
    expect(w.sendings.map((sending) => sending.file.name)).toEqual(['a', 'b', 'c']);
    expect(w.states()).toEqual(['sending', 'sending', 'sending', 'waiting', 'waiting']);
    w.sendings[1]!.progress(40);
    expect(w.lines().map(({ sent }) => sent)).toEqual([0, 40, 0, 0, 0]);
    await w.sendings[1]!.arrive();
    expect(w.states()).toEqual(['sending', 'uploaded', 'sending', 'sending', 'waiting']);
    expect(w.asked).toEqual([]);
  });

  it('sends two hundred files, never more than three at a time', async () => {
    const w = world();
    w.queue.add(
      jane,
      Array.from({ length: 200 }, (_, at) => file(`f${at}`)),
    );
    for (let at = 0; at < 200; at++) {
      expect(w.states().filter((state) => state === 'sending').length).toBeLessThanOrEqual(MAX_PARALLEL);
      await w.sendings[at]!.arrive();
    }
    expect(new Set(w.states())).toEqual(new Set(['uploaded']));
    w.queue.file(jane.id);
    for (let at = 0; at < 200; at++) {
      expect(w.asked).toHaveLength(at + 1);
      await w.asked[at]!.answer();
    }
    expect(new Set(w.asked.map(({ filing }) => filing.id)).size).toBe(200);
    expect(w.said).toEqual(['200 documents filed to CANARY, Jane, born 14-Jul-1945, MRN 1.']);
    expect(w.refreshed()).toBe(1);
  });

  it('handles two files of the same name separately', async () => {
    const w = world();
    w.queue.add(jane, [file('scan.pdf', 10), file('scan.pdf', 20)]);
    await w.sendings[0]!.fail({ code: 'unsupported_file_type' });
    await w.sendings[1]!.arrive();
    expect(w.states()).toEqual(['failed', 'uploaded']);
    expect(w.lines()[0]!.message).toBe('scan.pdf is not a readable PDF file. Save it again as PDF.');
  });

  it('retries twice after a lost connection, then by button', async () => {
    const w = world();
    w.queue.add(jane, [file('a', 100)]);
    w.sendings[0]!.progress(50);
    await w.sendings[0]!.fail(NETWORK);
    expect(w.one()).toMatchObject({
      state: 'sending',
      sent: 0,
      message: 'Connection lost. Retrying.',
    });
    await w.pauses[0]!.over();
    await w.sendings[1]!.fail(NETWORK);
    await w.pauses[1]!.over();
    await w.sendings[2]!.fail(NETWORK);
    expect(w.pauses.map(({ ms }) => ms)).toEqual(RETRY_AFTER_MS);
    expect(w.one()).toMatchObject({
      state: 'failed',
      message: 'The server could not be reached. Check the connection and try again.',
    });
    w.queue.retry(w.one().key);
    await w.sendings[3]!.arrive();
    expect(w.one()).toMatchObject({ state: 'uploaded', message: null });
  });

  it('resumes when the browser is online again, and files what was confirmed', async () => {
    const w = world();
    w.queue.add(jane, [file('a'), file('b')]);
    await settle();
    w.queue.file(jane.id);
    w.queue.cancel(w.lines()[1]!.key);
    await settle();
    w.goOffline();
    for (const at of [0, 1, 2]) {
      await w.sendings.at(at === 0 ? 0 : -1)!.fail(NETWORK);
      await w.pauses[at]?.over();
    }
    expect(w.one()).toMatchObject({
      state: 'failed',
      confirmed: true,
      message: 'You are offline. The upload resumes when you are online.',
    });
    w.queue.resume();
    expect(w.states()).toEqual(['sending', 'failed']);
    await w.sendings.at(-1)!.arrive();
    expect(w.asked.map(({ filing }) => filing.title)).toEqual(['a']);
    w.queue.resume();
    expect(w.states()).toEqual(['filing', 'failed']);
  });

  it.each([
    [
      { code: 'payload_too_large', max_bytes: 50 * 1024 * 1024 },
      /too large\. The limit is 50 MB\. Split/,
      'no',
    ],
    [{ code: 'unsupported_file_type' }, /supported file type\. Use PDF, JPEG/, 'no'],
    [{ code: 'file_empty' }, /empty\. Choose another file/, 'no'],
    [{ code: 'file_unreadable' }, /Choose it again/, 'no'],
    [{ code: 'insufficient_scope' }, /role does not allow/, 'no'],
    [{ code: 'not_found' }, /record was deleted/, 'no'],
    [{ code: 'storage_full' }, /no space left/, 'yes'],
    [{ code: 'missing_credentials' }, /signed out\. Your input is kept/, 'yes'],
    [{ code: 'patient_not_active' }, /inactive/, 'yes'],
    [{ code: 'limit_reached', detail: '200 files wait already. File or remove some.' }, /200 files/, 'yes'],
    [{ code: 'internal_error' }, /failed on our side/, 'yes'],
  ])('does not retry a rejected file: %j; a manual retry where useful', async (problem, sentence, byHand) => {
    const w = world();
    w.queue.add(jane, [file('a'), file('b')]);
    await w.sendings[0]!.fail(problem);
    expect(w.pauses).toEqual([]);
    expect(w.lines()[0]).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(sentence) as string,
    });
    expect(w.lines()[1]).toMatchObject({ state: 'sending', message: null });
    expect(w.lines()[0]!.final).toBe(byHand === 'no');
    w.queue.retry(w.lines()[0]!.key);
    expect(w.states()).toEqual([byHand === 'no' ? 'failed' : 'sending', 'sending']);
  });

  it('sends the checksum computed at selection; a manual retry sends the current one', async () => {
    const w = world();
    w.queue.add(jane, [file('a')]);
    await w.sendings[0]!.fail(NETWORK);
    await w.pauses[0]!.over();
    await w.sendings[1]!.fail({ code: 'checksum_mismatch' });
    expect(w.one()).toMatchObject({
      state: 'failed',
      message: 'The file changed during the upload. Upload it again.',
    });
    expect(w.read).toEqual(['a']);
    w.queue.retry(w.one().key);
    await settle();
    expect(w.read).toEqual(['a', 'a']);
    expect(await Promise.all(w.sendings.map(({ sha256 }) => sha256))).toEqual(['a', 'a', 'a']);
  });

  it('retries during a restart of the server, and then files confirmed ones', async () => {
    const w = world();
    w.queue.add(jane, [file('a')]);
    await settle();
    w.queue.file(jane.id);
    await w.sendings[0]!.fail({ code: 'unavailable' });
    await w.pauses[0]!.over();
    await w.sendings[1]!.arrive();
    expect(w.asked.map(({ filing }) => filing.title)).toEqual(['a']);
  });

  it('waits as long as the server states at the limit, without counting failures', async () => {
    const w = world();
    w.queue.add(jane, [file('a')]);
    for (let at = 0; at < 4; at++) {
      await w.sendings[at]!.fail({ code: 'rate_limited', retry_after: 7 });
      await w.pauses[at]!.over();
    }
    await w.sendings[4]!.arrive();
    expect(w.pauses.map(({ ms }) => ms)).toEqual([7_000, 7_000, 7_000, 7_000]);
    expect(w.one().state).toBe('uploaded');
  });

  it('cancels files one by one, and sends them again', async () => {
    const w = world();
    w.queue.add(
      jane,
      ['a', 'b', 'c', 'd'].map((name) => file(name)),
    );
    w.queue.cancel(w.lines()[0]!.key);
    w.queue.cancel(w.lines()[3]!.key);
    await settle();
    expect(w.sendings[0]!.aborted).toBe(true);
    expect(w.lines()[0]).toMatchObject({ state: 'failed', message: 'Canceled. Nothing was filed.' });
    expect(w.states()).toEqual(['failed', 'sending', 'sending', 'failed']);
    w.queue.retry(w.lines()[0]!.key);
    expect(w.states()).toEqual(['sending', 'sending', 'sending', 'failed']);
  });

  it('cancels files that await a retry', async () => {
    const w = world();
    w.queue.add(jane, [file('a')]);
    await w.sendings[0]!.fail(NETWORK);
    w.queue.cancel(w.one().key);
    await settle();
    expect(w.one()).toMatchObject({ state: 'failed', message: 'Canceled. Nothing was filed.' });
    await w.pauses[0]!.over();
    expect(w.sendings).toHaveLength(1);
  });

  it('cancels all files of this patient only, and keeps uploaded ones', async () => {
    const w = world();
    w.queue.add(jane, [file('a'), file('b')]);
    w.queue.add(john, [file('c')]);
    await w.sendings[0]!.arrive();
    w.queue.cancelAll(jane.id);
    await settle();
    expect(w.states()).toEqual(['uploaded', 'failed', 'sending']);
  });

  it('stops with the page and files nothing', async () => {
    const w = world();
    w.queue.add(
      jane,
      ['a', 'b', 'c', 'd'].map((name) => file(name)),
    );
    await settle();
    w.queue.file(jane.id);
    w.queue.stop();
    await settle();
    expect(w.sendings.map(({ aborted }) => aborted)).toEqual([true, true, true]);
    expect(w.sendings).toHaveLength(3);
    expect(w.asked).toEqual([]);
    expect(w.lines()).toEqual([]);
  });
});

describe('details of a file', () => {
  it('must have a type: nothing is filed as other by default', async () => {
    const w = world({}, { isTyped: false });
    await unfiled(w, jane, 'scan.pdf', 'Consent 2026-10-02.pdf');
    w.queue.file(jane.id);
    expect(w.asked.map(({ filing }) => filing)).toEqual([
      {
        id: 'upl_1',
        patient_id: 'pat_jane',
        title: 'Consent',
        category: 'consent',
        document_date: '2026-10-02',
      },
    ]);
    expect(w.one()).toMatchObject({ state: 'uploaded', confirmed: false });
  });

  it('have the type as title instead of a name from a scanner', async () => {
    const w = world({}, { isTyped: false });
    await unfiled(w, jane, 'Scan0001.pdf');
    expect(w.one()).toMatchObject({ title: '', guessed: [] });
    w.queue.change(w.one().key, { category: 'referral' });
    w.queue.file(jane.id);
    expect(w.asked.map(({ filing }) => filing.title)).toEqual(['Referral']);
  });

  it('of a photo just taken are its type and today', async () => {
    const w = world({}, { isTyped: false });
    const photo = file('image.jpg');
    w.queue.add(jane, [photo], [photoDetail(photo)]);
    expect(w.one()).toMatchObject({
      title: `Photo, ${formatDate(localToday())}`,
      category: 'photo',
      date: formatDate(localToday()),
      guessed: ['title', 'category', 'date'],
    });
  });

  it('of several photos differ by number and date, and follow a changed date', async () => {
    const w = world({}, { isTyped: false, content: { date: '2026-10-02' } });
    w.queue.add(jane, [file('IMG_0041.jpg'), file('IMG_0042.heic')]);
    w.queue.add(jane, [file('IMG_0043.jpg'), file('Photo, left foot.jpg')]);
    await settle();
    const titles = () => w.lines().map(({ title }) => title);
    expect(titles()).toEqual(['Photo, 02-Oct-2026', 'Photo 2', 'Photo 3, 02-Oct-2026', 'Photo, left foot']);
    w.queue.change(w.lines()[1]!.key, { date: '01-Oct-2026' });
    w.queue.change(w.lines()[2]!.key, { title: 'Wound', guessed: ['category'] });
    w.queue.change(w.lines()[2]!.key, { date: '' });
    expect(titles()).toEqual(['Photo, 02-Oct-2026', 'Photo 2, 01-Oct-2026', 'Wound', 'Photo, left foot']);
    w.queue.combine(jane, w.lines().slice(0, 2), file('IMG_0041.pdf'));
    expect(titles()).toContain('Photo, 02-Oct-2026');
  });

  it('must not be dated in the future', async () => {
    const w = world();
    await unfiled(w, jane, 'scan.pdf');
    w.queue.change(w.one().key, { date: '31-Dec-2999' });
    w.queue.file(jane.id);
    expect(w.asked).toEqual([]);
  });

  it('mark a PDF file whose end is missing, which can be filed', async () => {
    const w = world({}, { cut: 'cut.pdf' });
    await unfiled(w, jane, 'whole.pdf', 'cut.pdf');
    expect(w.lines().map(({ cut }) => cut)).toEqual([false, true]);
    expect(w.said).toEqual(['cut.pdf may be incomplete: its end is missing.']);
    w.queue.file(jane.id);
    await w.asked[0]!.answer();
    expect(w.asked).toHaveLength(2);
  });

  it('take the day of a photo as a guess, unless one was entered', async () => {
    const w = world({}, { content: { date: '2026-10-02' } });
    w.queue.add(jane, [file('wound.jpg'), file('taken.jpg'), file('wound.png')]);
    w.queue.change(w.lines()[1]!.key, { date: '01-Oct-2026' });
    await settle();
    expect(w.lines().map(({ date, guessed }) => [date, guessed])).toEqual([
      ['02-Oct-2026', ['date']],
      ['01-Oct-2026', []],
      ['', []],
    ]);
  });
});

describe('the first lines of a text file', () => {
  it('suggest what the file name does not, unless it was entered', async () => {
    const content = { category: 'referral', date: '2026-10-02', title: 'Referral' } as const;
    const w = world({}, { content, isTyped: false });
    w.queue.add(jane, [file('0001.txt'), file('Consent 2026-10-01.txt'), file('ward letter.txt')]);
    w.queue.change(w.lines()[2]!.key, { category: 'photo', date: '01-Sep-2026', guessed: [] });
    await settle();
    expect(w.lines().map(({ title, category, date }) => [title, category, date])).toEqual([
      ['Referral', 'referral', '02-Oct-2026'],
      ['Consent', 'consent', '01-Oct-2026'],
      ['Ward letter', 'photo', '01-Sep-2026'],
    ]);
    expect(w.lines()[0]!.guessed.toSorted()).toEqual(['category', 'date', 'title']);
  });
});

describe('filing confirmation', () => {
  it('files uploaded files with the entered details, the last first, and confirms once', async () => {
    const w = world();
    await unfiled(w, jane, 'letter.pdf', 'scan.pdf');
    w.queue.change(w.lines()[0]!.key, {
      title: ' Letter of the ward ',
      category: 'referral',
      date: '05-Nov-2026',
    });
    w.queue.file(jane.id);
    expect(w.asked.map(({ filing }) => filing)).toEqual([
      { id: 'upl_1', patient_id: 'pat_jane', title: 'Scan', category: 'other', document_date: null },
    ]);
    await w.asked[0]!.answer({ duplicate_of: 'doc_old' });
    expect(w.said).toEqual([]);
    expect(w.asked[1]!.filing).toEqual({
      id: 'upl_0',
      patient_id: 'pat_jane',
      title: 'Letter of the ward',
      category: 'referral',
      document_date: '2026-11-05',
    });
    await w.asked[1]!.answer({ status: 'processing' });
    expect(w.said).toEqual(['2 documents filed to CANARY, Jane, born 14-Jul-1945, MRN 1.']);
    expect(w.lines()).toMatchObject([
      { state: 'filed', documentId: 'doc_upl_0', scanning: true },
      { state: 'filed', duplicateOf: 'doc_old', scanning: false },
    ]);
    expect(w.refreshed()).toBe(1);
  });

  it('for one patient files nothing of another, wherever the user navigated', async () => {
    const w = world();
    await unfiled(w, jane, 'janes.pdf');
    await unfiled(w, john, 'johns.pdf');
    w.queue.file(john.id);
    expect(w.asked.map(({ filing }) => filing.patient_id)).toEqual(['pat_john']);
    expect(w.states()).toEqual(['uploaded', 'filing']);
  });

  it('during uploads files each on arrival, but not later additions', async () => {
    const w = world();
    w.queue.add(jane, [file('a'), file('b')]);
    await settle();
    w.queue.file(jane.id);
    w.queue.add(jane, [file('later')]);
    await settle();
    for (const sending of [...w.sendings]) await sending.arrive();
    await w.asked[0]!.answer();
    expect(w.asked.map(({ filing }) => filing.title)).toEqual(['a', 'b']);
    await w.asked[1]!.answer();
    expect(w.asked).toHaveLength(2);
    expect(w.lines()[2]).toMatchObject({ state: 'uploaded', confirmed: false });
  });

  it('is discarded by a cancel, and required again', async () => {
    const w = world();
    w.queue.add(jane, [file('a')]);
    await settle();
    w.queue.file(jane.id);
    w.queue.cancel(w.one().key);
    await settle();
    w.queue.retry(w.one().key);
    await w.sendings[1]!.arrive();
    expect(w.asked).toEqual([]);
    expect(w.one()).toMatchObject({ state: 'uploaded', confirmed: false });
  });

  it('skips documents that exist in the chart until the user confirms a duplicate', async () => {
    const w = world({ 'same.pdf': copy });
    await unfiled(w, jane, 'same.pdf', 'new.pdf');
    expect(w.said).toEqual(['same.pdf is already in this chart as Old letter.']);
    w.queue.file(jane.id);
    expect(w.asked.map(({ filing }) => filing.title)).toEqual(['New']);
    await w.asked[0]!.answer();
    w.queue.change(w.one().key, { again: true });
    w.queue.file(jane.id);
    expect(w.asked.map(({ filing }) => filing.title)).toEqual(['New', 'Same']);
  });

  it('files a document that another chart has only on request, and says so', async () => {
    const patient = {
      id: 'pat_john',
      name: { family: 'Finch', given: ['John'], prefix: null, suffix: null, use: 'official' as const },
      birth_date: '1950-01-01',
      sex: 'male' as const,
      mrn: '1',
      deceased_at: null,
      restricted: false,
    };
    const w = world({ 'same.pdf': { ...copy, patient } });
    await unfiled(w, jane, 'same.pdf');
    expect(w.said).toEqual(['same.pdf is already in another chart as Old letter.']);
    w.queue.file(jane.id);
    expect(w.asked).toEqual([]);
    w.queue.change(w.one().key, { again: true });
    w.queue.file(jane.id);
    expect(w.asked.map(({ filing }) => filing.title)).toEqual(['Same']);
  });

  describe('when the search for a copy fails', () => {
    const offline = async (copies: Record<string, typeof copy> = {}) => {
      const w = world(copies);
      w.searchCopies(false);
      w.queue.add(jane, [file('same.pdf')]);
      await settle();
      expect(w.one()).toMatchObject({ copy: null, copyChecked: true, copyFailed: true });
      w.queue.file(jane.id);
      expect(w.one()).toMatchObject({ confirmed: false });
      return w;
    };

    it('searches again when the file is uploaded', async () => {
      const w = await offline({ 'same.pdf': copy });
      w.searchCopies(true);
      await w.sendings[0]!.arrive();
      await settle();
      expect(w.one()).toMatchObject({ state: 'uploaded', copy, copyFailed: false });
      w.queue.file(jane.id);
      expect(w.asked).toEqual([]);
    });

    it('searches again when the browser is online', async () => {
      const w = await offline({ 'same.pdf': copy });
      await w.sendings[0]!.arrive();
      w.searchCopies(true);
      w.queue.resume();
      await settle();
      expect(w.one()).toMatchObject({ state: 'uploaded', copy, copyFailed: false });
    });

    it('files it only on request, and searches again before', async () => {
      const w = await offline({ 'same.pdf': copy });
      await w.sendings[0]!.arrive();
      w.queue.change(w.one().key, { again: true });
      w.searchCopies(true);
      w.queue.file(jane.id);
      await settle();
      expect(w.asked).toEqual([]);
      expect(w.one()).toMatchObject({ state: 'uploaded', copy, confirmed: false, again: false });
    });

    it('files it unchecked on request if the search fails again', async () => {
      const w = await offline();
      await w.sendings[0]!.arrive();
      w.queue.change(w.one().key, { again: true });
      w.queue.file(jane.id);
      await settle();
      expect(w.asked).toHaveLength(1);
    });
  });

  it('skips a file with the content of an earlier one until the user confirms it', async () => {
    const w = world();
    await unfiled(w, jane, 'scan.pdf', 'new.pdf', 'scan.pdf');
    expect(w.said).toEqual(['scan.pdf has the same content as scan.pdf.']);
    expect(w.lines().map(({ sameAs }) => sameAs)).toEqual([null, null, 'scan.pdf']);
    w.queue.file(jane.id);
    await w.asked[0]!.answer();
    await w.asked[1]!.answer();
    w.queue.file(jane.id);
    expect(w.asked.map(({ filing }) => filing.id)).toEqual(['upl_1', 'upl_0']);
    w.queue.change(w.lines()[2]!.key, { again: true });
    w.queue.file(jane.id);
    expect(w.asked.map(({ filing }) => filing.id)).toEqual(['upl_1', 'upl_0', 'upl_2']);
  });

  it('files the second one when the first was removed, and finds it in the chart when the first was filed', async () => {
    const copies: Record<string, typeof copy> = {};
    const w = world(copies);
    await unfiled(w, jane, 'scan.pdf', 'scan.pdf', 'scan.pdf');
    await unfiled(w, john, 'scan.pdf');
    expect(w.lines().map(({ sameAs }) => sameAs)).toEqual([null, 'scan.pdf', 'scan.pdf', null]);
    w.queue.remove(w.one().key);
    expect(w.lines().map(({ sameAs }) => sameAs)).toEqual([null, 'scan.pdf', null]);
    w.queue.file(jane.id);
    copies['scan.pdf'] = copy;
    await w.asked[0]!.answer();
    w.queue.removeFiled(jane.id);
    w.queue.file(jane.id);
    expect(w.asked).toHaveLength(1);
    await settle();
    expect(w.one()).toMatchObject({ state: 'uploaded', copy, copyChecked: true, sameAs: null });
  });

  it('waits for the duplicate check', () => {
    const w = world();
    w.queue.add(jane, [file('a')]);
    w.queue.file(jane.id);
    expect(w.one().confirmed).toBe(false);
  });

  it('that is rejected keeps the file with a message, and the others are filed', async () => {
    const w = world();
    await unfiled(w, jane, 'a', 'b');
    w.queue.file(jane.id);
    await w.asked[0]!.answer();
    await w.asked[1]!.reject(NETWORK);
    expect(w.lines()).toMatchObject([
      {
        state: 'uploaded',
        confirmed: false,
        message: expect.stringContaining('could not be reached') as string,
      },
      { state: 'filed' },
    ]);
    expect(w.said).toEqual([
      '1 document filed to CANARY, Jane, born 14-Jul-1945, MRN 1.',
      '/patients/pat_jane/documents/doc_upl_1',
    ]);
    w.queue.file(jane.id);
    await w.asked[2]!.answer();
    expect(w.asked[2]!.filing.id).toBe(w.asked[1]!.filing.id);
    expect(w.one().state).toBe('filed');
  });

  it('of an upload filed in another tab reports what it was filed as', async () => {
    const w = world();
    await unfiled(w, jane, 'a');
    w.queue.change(w.one().key, { title: 'Card', category: 'insurance' });
    w.queue.file(jane.id);
    await w.asked[0]!.answer({ title: 'Form', category: 'consent' });
    expect(w.one()).toMatchObject({
      state: 'filed',
      title: 'Form',
      filedBefore: { at: '2026-11-30T07:14:00.000Z', category: 'consent' },
    });
    expect(w.said).toEqual(['a was already filed as Consent.']);
    expect(w.refreshed()).toBe(1);
  });

  it('of an expired upload shows it and sends the file again', async () => {
    const w = world();
    await unfiled(w, jane, 'a');
    w.queue.file(jane.id);
    await w.asked[0]!.reject({ code: 'not_found' });
    expect(w.one()).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('within 24 hours') as string,
    });
    w.queue.retry(w.one().key);
    await w.sendings[1]!.arrive();
    expect(w.one()).toMatchObject({ state: 'uploaded', uploadId: 'upl_1' });
  });
});

describe('removed upload', () => {
  it('is deleted on the server and not resumed', async () => {
    const w = world();
    await unfiled(w, jane, 'a');
    w.queue.remove(w.one().key);
    expect(w.discarded).toEqual(['upl_0']);
    w.queue.adopt(jane, [
      { id: 'upl_0', patient_id: 'pat_jane', file_name: 'a', size: 1, sha256: 'x' } as Upload,
    ]);
    expect(w.lines()).toEqual([]);
  });

  it('is put back in its place with what was entered, and uploaded again', async () => {
    const w = world();
    await unfiled(w, jane, 'a', 'b', 'c');
    const [a, b] = w.lines();
    w.queue.change(b!.key, { title: 'Letter of the ward', date: '05-Nov-2026' });
    const putBack = w.queue.remove(b!.key)!;
    w.queue.remove(a!.key);
    putBack();
    putBack();
    expect(w.lines().map(({ name }) => name)).toEqual(['b', 'c']);
    expect(w.one()).toMatchObject({ state: 'sending', title: 'Letter of the ward', date: '05-Nov-2026' });
    await settle();
    await w.sendings[3]!.arrive();
    expect(w.one()).toMatchObject({ state: 'uploaded', uploadId: 'upl_3', copyChecked: true });
    expect(w.sendings).toHaveLength(4);
  });

  it('of a combined file brings its images back in their places', async () => {
    const w = world();
    await unfiled(w, jane, 'a', '1.jpg', '2.jpg', 'b');
    const key = w.queue.combine(jane, w.lines().slice(1, 3), file('1.pdf'));
    expect(w.lines().map(({ name, pages }) => [name, pages])).toEqual([
      ['a', []],
      ['b', []],
      ['1.pdf', ['1.jpg', '2.jpg']],
    ]);
    expect(w.queue.separate(key)).toBe(true);
    expect(w.lines().map(({ name }) => name)).toEqual(['a', '1.jpg', '2.jpg', 'b']);
  });

  it('of a combined file does nothing while it is filed', async () => {
    const w = world();
    await unfiled(w, jane, '1.jpg', '2.jpg');
    const key = w.queue.combine(jane, w.lines(), file('1.pdf'));
    await w.sendings[2]!.arrive();
    w.queue.file(jane.id);
    expect(w.queue.separate(key)).toBe(false);
    expect(w.lines().map(({ name }) => name)).toEqual(['1.pdf']);
  });

  it('is put back as it failed', async () => {
    const w = world();
    w.queue.add(jane, [file('a')]);
    await w.sendings[0]!.fail({ code: 'unsupported_file_type' });
    const failed = w.one();
    w.queue.remove(failed.key)!();
    await settle();
    expect(w.lines()).toEqual([failed]);
    expect(w.sendings).toHaveLength(1);
  });

  it('in progress is deleted even if it arrives', async () => {
    const w = world();
    w.queue.add(jane, [file('a')]);
    const arriving = w.sendings[0]!.arrive();
    w.queue.remove(w.one().key);
    await arriving;
    expect(w.discarded).toEqual(['upl_0']);
  });

  it('that arrives after it was canceled is deleted, also if it was put back', async () => {
    const w = world();
    w.queue.add(jane, [file('a')]);
    w.late.add('a');
    const putBack = w.queue.remove(w.one().key)!;
    await settle();
    putBack();
    await w.sendings[0]!.arrive();
    expect(w.discarded).toEqual(['upl_0']);
    await w.sendings[1]!.arrive();
    expect(w.lines()).toMatchObject([{ state: 'uploaded', uploadId: 'upl_1' }]);
  });

  it('does not come back by a list of the server that has it under an unknown ID', async () => {
    const w = world();
    w.queue.add(jane, [file('1.jpg'), file('2.png')]);
    w.queue.combine(jane, w.lines(), file('1.pdf'));
    await settle();
    w.queue.adopt(jane, [
      { id: 'upl_lost', patient_id: 'pat_jane', file_name: '2.png', size: 10, sha256: 'x' } as Upload,
    ]);
    expect(w.lines().map(({ name }) => name)).toEqual(['1.pdf']);
  });

  it('cannot be removed while it is being filed', async () => {
    const w = world();
    await unfiled(w, jane, 'a');
    w.queue.file(jane.id);
    w.queue.remove(w.one().key);
    await w.asked[0]!.answer();
    expect(w.discarded).toEqual([]);
    expect(w.one().state).toBe('filed');
  });
});

describe('upload from a closed page', () => {
  const left = (id: string, patient: string, sha256 = 'x') =>
    ({ id, patient_id: patient, file_name: `${id}.pdf`, size: 5, sha256 }) as Upload;

  it('is resumed once, at its own patient, and filed like others', async () => {
    const w = world({ known: copy });
    w.queue.adopt(jane, [
      left('upl_7', 'pat_jane'),
      left('upl_8', 'pat_john'),
      left('upl_9', 'pat_jane', 'known'),
    ]);
    w.queue.adopt(jane, [left('upl_7', 'pat_jane')]);
    await settle();
    expect(w.lines().map(({ uploadId, copy: found }) => [uploadId, found?.id])).toEqual([
      ['upl_7', undefined],
      ['upl_9', 'doc_old'],
    ]);
    w.queue.file(jane.id);
    await w.asked[0]!.answer();
    expect(w.asked.map(({ filing }) => filing.id)).toEqual(['upl_7']);
    w.queue.removeFiled(jane.id);
    w.queue.adopt(jane, [left('upl_7', 'pat_jane')]);
    expect(w.lines().map(({ uploadId }) => uploadId)).toEqual(['upl_9']);
  });

  it('is put into the order of the draft, and cannot be put back once removed', async () => {
    const w = world();
    const sent = [left('upl_7', 'pat_jane'), left('upl_8', 'pat_john'), left('upl_9', 'pat_jane')];
    w.queue.adopt(jane, sent);
    w.queue.adopt(john, sent);
    await settle();
    const order = () => w.lines().map(({ uploadId }) => uploadId);
    expect(order()).toEqual(['upl_7', 'upl_9', 'upl_8']);
    const [first, second] = w.lines();
    w.queue.arrange([second!.key, 99, first!.key]);
    expect(order()).toEqual(['upl_9', 'upl_7', 'upl_8']);
    expect(w.queue.remove(first!.key)).toBeNull();
  });

  it('has one line before and after it is resumed, and none after removal', async () => {
    const w = world();
    const sent = [left('upl_7', 'pat_jane'), left('upl_8', 'pat_john'), left('upl_9', 'pat_jane')];
    w.queue.add(jane, [file('a')]);
    const before = w.queue.linesOf(jane, sent);
    expect(before.map(({ uploadId, name }) => uploadId ?? name)).toEqual(['a', 'upl_7', 'upl_9']);
    w.queue.adopt(jane, sent);
    expect(w.queue.linesOf(jane, sent)).toEqual(before);
    await settle();
    w.queue.remove(before[1]!.key);
    expect(w.queue.linesOf(jane, sent).map(({ name }) => name)).toEqual(['a', 'upl_9.pdf']);
  });
});
