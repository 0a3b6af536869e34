/** Twelve invented people; nothing is from a real record. */

export interface DemoPatient {
  key: string;
  family: string;
  given: string[];
  birth_date: string;
  sex: 'female' | 'male' | 'other';
  phone: string;
  city: string;
}

export const DEMO_PATIENTS: readonly DemoPatient[] = [
  {
    key: 'demo-01',
    family: 'Okafor',
    given: ['Adaeze', 'Ruth'],
    birth_date: '1958-03-12',
    sex: 'female',
    phone: '+1 202-555-0101',
    city: 'Springfield',
  },
  {
    key: 'demo-02',
    family: 'Lindqvist',
    given: ['Björn'],
    birth_date: '1971-11-02',
    sex: 'male',
    phone: '+1 202-555-0102',
    city: 'Riverton',
  },
  {
    key: 'demo-03',
    family: 'García López',
    given: ['María José'],
    birth_date: '1984-06-23',
    sex: 'female',
    phone: '+1 202-555-0103',
    city: 'Springfield',
  },
  {
    key: 'demo-04',
    family: "O'Brien-Smith",
    given: ['Siobhán'],
    birth_date: '1945-07-14',
    sex: 'female',
    phone: '+1 202-555-0104',
    city: 'Fairview',
  },
  {
    key: 'demo-05',
    family: 'Nguyễn',
    given: ['Văn', 'Minh'],
    birth_date: '1990-01-30',
    sex: 'male',
    phone: '+1 202-555-0105',
    city: 'Riverton',
  },
  {
    key: 'demo-06',
    family: 'Yılmaz',
    given: ['Elif'],
    birth_date: '2001-09-09',
    sex: 'female',
    phone: '+1 202-555-0106',
    city: 'Fairview',
  },
  {
    key: 'demo-07',
    family: 'Kowalczyk',
    given: ['Jan', 'Piotr'],
    birth_date: '1937-12-25',
    sex: 'male',
    phone: '+1 202-555-0107',
    city: 'Springfield',
  },
  {
    key: 'demo-08',
    family: 'Haddad',
    given: ['Samir'],
    birth_date: '1966-05-18',
    sex: 'male',
    phone: '+1 202-555-0108',
    city: 'Georgetown',
  },
  {
    key: 'demo-09',
    family: 'Tanaka',
    given: ['Yuki'],
    birth_date: '1979-08-04',
    sex: 'other',
    phone: '+1 202-555-0109',
    city: 'Georgetown',
  },
  {
    key: 'demo-10',
    family: 'van der Berg',
    given: ['Anneke'],
    birth_date: '1962-02-28',
    sex: 'female',
    phone: '+1 202-555-0110',
    city: 'Riverton',
  },
  {
    key: 'demo-11',
    family: 'Mensah',
    given: ['Kwame'],
    birth_date: '2015-04-17',
    sex: 'male',
    phone: '+1 202-555-0111',
    city: 'Springfield',
  },
  {
    key: 'demo-12',
    family: 'Okafor',
    given: ['Ada'],
    birth_date: '1958-08-21',
    sex: 'female',
    phone: '+1 202-555-0112',
    city: 'Fairview',
  },
];
